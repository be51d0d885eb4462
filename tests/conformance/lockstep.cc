// RunLockstep: see the header.
#include "tests/conformance/lockstep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "absl/strings/str_join.h"

#include "base/status_macros.h"
#include "envs/text/moves.h"
#include "tests/conformance/walk.h"

namespace kvintet::conformance {
namespace {

using reference::ReferenceGame;

// Views and the reference's knowledge, each stored with its counterpart when first met.
class Partition {
 public:
  // Whether the pair agrees with all previous ones: views are equal exactly if knowledge is equal.
  // `past` may distinguish views in addition.
  bool Agrees(const std::string& view, const std::string& knowledge, const std::string& past) {
    const Key128 view_key = Key(view);
    const Key128 knowledge_key = Key(knowledge);
    const Key128 past_key = Key(knowledge + past);
    if (view_by_knowledge_.size() > kMaxMet) {
      view_by_knowledge_.clear();
      knowledge_by_view_.clear();
    }
    return knowledge_by_view_.emplace(view_key, knowledge_key).first->second == knowledge_key &&
           view_by_knowledge_.emplace(past_key, view_key).first->second == view_key;
  }

 private:
  static constexpr size_t kMaxMet = 2'000'000;
  static Key128 Key(const std::string& text) { return HashBytes(std::as_bytes(std::span(text))); }

  std::map<Key128, Key128> knowledge_by_view_;
  std::map<Key128, Key128> view_by_knowledge_;
};

// Chance outcomes by name, as either implementation gives them.
using NamedChance = std::vector<std::pair<std::string, double>>;

NamedChance FastChance(const Playthrough& play) {
  std::vector<envs::ChanceOutcome> outcomes;
  play.game().ChanceOutcomes(play.Position(), &outcomes);
  const ViewBuffer view = play.View(Seat::kSpectator);
  NamedChance named;
  for (const envs::ChanceOutcome& outcome : outcomes) {
    named.emplace_back(play.game().OutcomeName(view.Span(), outcome.outcome), outcome.probability);
  }
  std::ranges::sort(named);
  return named;
}

NamedChance SlowChance(const ReferenceGame& slow) {
  const std::vector<std::string> names = slow.LegalMoves(reference::kChanceActor);
  const std::vector<double> probabilities = slow.ChanceProbabilities();
  NamedChance named;
  for (size_t i = 0; i < names.size(); ++i) {
    named.emplace_back(names[i], probabilities.at(i));
  }
  std::ranges::sort(named);
  return named;
}

bool SameChance(const NamedChance& a, const NamedChance& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && std::abs(x.second - y.second) < 1e-9;
  });
}

// The elements that are in only one of two sorted lists, for messages.
std::string Difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> only;
  std::ranges::set_difference(a, b, std::back_inserter(only));
  const size_t shown = std::min<size_t>(only.size(), 8);
  return absl::StrJoin(only.begin(), only.begin() + static_cast<ptrdiff_t>(shown), ", ");
}

// One random game, played in both implementations.
class Match {
 public:
  Match(const Game& game, std::unique_ptr<ReferenceGame> slow, std::array<Partition, 3>* met)
      : fast_(game), slow_(std::move(slow)), met_(met) {}

  bool Ended() const { return fast_.Ended(); }

  absl::Status Compare() {
    std::vector<int> actors;
    for (const Actor actor : {Actor::kSeat0, Actor::kSeat1, Actor::kChance}) {
      if (fast_.Actors().Has(actor)) {
        actors.push_back(Index(actor));
      }
    }
    if (actors != slow_->Actors()) {
      return Broken(fast_, "actors are ", absl::StrJoin(actors, " and "), ", the reference has ",
                    absl::StrJoin(slow_->Actors(), " and "));
    }
    for (const Seat seat : kViewers) {
      const std::string view = BytesOf(std::as_const(fast_).View(seat).Span());
      const std::string past = slow_->PastTells() ? fast_.SeatRecord(seat) : "";
      if (!(*met_)[static_cast<size_t>(Index(seat))].Agrees(view + EndText(),
                                                            slow_->Knowledge(Index(seat)), past)) {
        return Broken(fast_, NameOf(seat), " does not know the same as in the reference: ",
                      slow_->Knowledge(Index(seat)));
      }
    }
    return Ended() ? CompareResults() : absl::OkStatus();
  }

  // Compares the choices of a random actor, then makes one.
  absl::Status CompareAndStep(RandomStream* random) {
    const Actor actor = RandomActor(fast_.Actors(), random);
    std::vector<std::string> texts;
    if (actor == Actor::kChance) {
      const NamedChance fast = FastChance(fast_);
      if (!SameChance(fast, SlowChance(*slow_))) {
        return Broken(fast_, "the chance outcomes differ from the reference");
      }
      std::ranges::transform(fast, std::back_inserter(texts),
                             [](const auto& x) { return x.first; });
    } else {
      const ViewBuffer view = fast_.View(envs::SeatOf(actor));
      for (const envs::Move& move : envs::LegalMoves(fast_.game(), view.Span())) {
        texts.push_back(move.text);
      }
      const std::vector<std::string> slow = slow_->LegalMoves(Index(actor));
      if (texts != slow) {
        return Broken(fast_, "seat ", Index(actor), " has ", texts.size(), " moves, the reference ",
                      slow.size(), "; only here: ", Difference(texts, slow),
                      "; only there: ", Difference(slow, texts));
      }
    }
    const std::string& text = texts[random->Below(static_cast<uint32_t>(texts.size()))];
    const absl::Status status = fast_.ApplyMove(actor, text);
    if (!status.ok()) {
      return Broken(fast_, "'", text, "' is refused: ", status.message());
    }
    slow_->Apply(Index(actor), text);
    return absl::OkStatus();
  }

 private:
  absl::Status CompareResults() const {
    const envs::Outcome fast = fast_.Result();
    const std::array<double, 2> returns = slow_->Returns();
    for (size_t seat = 0; seat < 2; ++seat) {
      if (std::abs(static_cast<double>(fast.returns[seat]) - returns[seat]) > 1e-6 ||
          fast.margin[seat] != slow_->Margin()[seat]) {
        return Broken(fast_, "seat ", seat, " ends with ", fast.returns[seat], " and margin ",
                      fast.margin[seat], ", by the reference with ", returns[seat], " and ",
                      slow_->Margin()[seat]);
      }
    }
    if (fast.reason != slow_->Reason()) {
      return Broken(fast_, "ends by ", std::string(fast.reason), ", by the reference by ",
                    slow_->Reason());
    }
    return absl::OkStatus();
  }

  // All seats know the result, even if it is decided by something hidden.
  std::string EndText() const {
    return Ended()
               ? absl::StrCat(" result ", fast_.Result().margin[0], " ", fast_.Result().returns[0])
               : "";
  }

  Playthrough fast_;
  std::unique_ptr<ReferenceGame> slow_;
  std::array<Partition, 3>* met_;
};

}  // namespace

absl::StatusOr<LockstepReport> RunLockstep(const Game& game, const ReferenceGame& start,
                                           int64_t plies, uint64_t seed) {
  std::array<Partition, 3> met;
  LockstepReport report;
  for (; report.plies < plies; ++report.games) {
    RandomStream random(seed, static_cast<uint32_t>(report.games), 0, Purpose::kTest);
    Match match(game, start.Clone(), &met);
    KVINTET_RETURN_IF_ERROR(match.Compare());
    for (; !match.Ended() && report.plies < plies; ++report.plies) {
      KVINTET_RETURN_IF_ERROR(match.CompareAndStep(&random));
      KVINTET_RETURN_IF_ERROR(match.Compare());
    }
  }
  return report;
}

}  // namespace kvintet::conformance
