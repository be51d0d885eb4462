// CertifySearch: see the header.
#include "tests/conformance/search_secrecy.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/search/explanation.h"
#include "tests/conformance/walk.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::conformance {
namespace {

using reference::ReferenceGame;
using selfplay::ActionStatistics;
using selfplay::Decision;
using selfplay::Search;

bool SameDecision(const Decision& a, const Decision& b) {
  return a.action == b.action && a.value == b.value && a.draw == b.draw &&
         a.behaviour == b.behaviour && a.forced == b.forced && a.line == b.line &&
         std::ranges::equal(
             a.actions, b.actions, [](const ActionStatistics& x, const ActionStatistics& y) {
               return x.action == y.action && x.visits == y.visits && x.prior == y.prior &&
                      x.policy == y.policy && x.value == y.value;
             });
}

// What the search believes about the other seat; none if it cannot explain.
std::optional<selfplay::Belief> BeliefOf(Search* search) {
  auto* const explaining = dynamic_cast<selfplay::ExplainingSearch*>(search);
  return explaining == nullptr ? std::nullopt : explaining->Explain(12).belief;
}

bool SameBelief(const std::optional<selfplay::Belief>& a,
                const std::optional<selfplay::Belief>& b) {
  return a.has_value() == b.has_value() &&
         (!a || (a->probabilities == b->probabilities && a->certain == b->certain &&
                 a->samples == b->samples));
}

// Starts two searches of the same kind, each in one of two worlds.
class Certifier {
 public:
  explicit Certifier(const SecrecyTask& task)
      : task_(task), search_(task.make_search()), other_search_(task.make_search()) {}

  // Compares the first decisions. `number` selects the random numbers.
  absl::StatusOr<Decision> Compare(const Playthrough& play, ConstPositions other,
                                   const std::string& other_record, Seat seat) {
    const ViewBuffer view = play.View(seat);
    selfplay::SearchRoot root = {.view = view.Span(),
                                 .seed = task_.seed,
                                 .ply = static_cast<uint32_t>(report_.views),
                                 .record = [&play, seat] { return play.SeatRecord(seat); }};
    KVINTET_ASSIGN_OR_RETURN(const Decision one, Decide(search_.get(), task_.evaluator, root));
    const ViewBuffer other_view = envs::ViewOf(*task_.game, other, seat);
    root.view = other_view.Span();
    root.record = [&other_record] { return other_record; };
    KVINTET_ASSIGN_OR_RETURN(const Decision two,
                             Decide(other_search_.get(), task_.evaluator, root));
    ++report_.views;
    report_.secret_views += SameBytes(play.Position().Bytes(), other.Bytes()) ? 0 : 1;
    if (!SameDecision(one, two) ||
        !SameBelief(BeliefOf(search_.get()), BeliefOf(other_search_.get()))) {
      report_.example = report_.leaks++ == 0 ? play.Record() : report_.example;
    }
    return one;
  }

  bool Enough() const { return report_.views >= task_.views; }
  const SecrecyReport& Report() const { return report_; }

 private:
  const SecrecyTask& task_;
  const std::unique_ptr<Search> search_;
  const std::unique_ptr<Search> other_search_;
  SecrecyReport report_;
};

absl::Status CertifyGame(const SecrecyTask& task, uint32_t number, Certifier* certifier) {
  RandomStream random(task.seed, number, 0, Purpose::kTest);
  Playthrough play(*task.game);
  PositionBuffer other(1, task.game->Spec().position_bytes);
  while (!play.Ended() && !certifier->Enough()) {
    if (play.Actors().Has(Actor::kChance)) {
      play.ApplyChance(&random);
      continue;
    }
    const Seat seat = envs::SeatOf(play.Actors().First());
    const ViewBuffer view = play.View(seat);
    task.game->Resample(view.Span(), &random, other.Span());
    KVINTET_ASSIGN_OR_RETURN(
        const Decision decision,
        certifier->Compare(play, std::as_const(other).Span(), play.SeatRecord(seat), seat));
    const std::vector<Action> legal = envs::LegalList(*task.game, view.Span());
    const Action any = legal[random.Below(static_cast<uint32_t>(legal.size()))];
    KVINTET_RETURN_IF_ERROR(
        play.Apply(envs::ActorOf(seat), number % 2 == 0 ? any : decision.action));
  }
  return absl::OkStatus();
}

absl::StatusOr<Playthrough> Replay(const Game& game, const std::vector<reference::Event>& events) {
  Playthrough play(game);
  for (const reference::Event& event : events) {
    KVINTET_RETURN_IF_ERROR(play.ApplyMove(static_cast<Actor>(event.actor), event.move));
  }
  return play;
}

}  // namespace

absl::StatusOr<SecrecyReport> CertifySearch(const SecrecyTask& task) {
  Certifier certifier(task);
  for (uint32_t number = 0; !certifier.Enough(); ++number) {
    KVINTET_RETURN_IF_ERROR(CertifyGame(task, number, &certifier));
  }
  return certifier.Report();
}

absl::StatusOr<SecrecyReport> CertifySearchByTwins(const SecrecyTask& task,
                                                   const std::string& reference_text) {
  const std::unique_ptr<ReferenceGame> start = reference::MakeReference(reference_text);
  if (start == nullptr) {
    return absl::NotFoundError(absl::StrCat("no reference of ", reference_text));
  }
  Certifier certifier(task);
  for (uint32_t number = 0; !certifier.Enough(); ++number) {
    RandomStream random(task.seed, number, 1, Purpose::kTest);
    const std::unique_ptr<ReferenceGame> slow = start->Clone();
    while (!slow->Actors().empty() && !certifier.Enough()) {
      const int actor = slow->Actors().front();
      if (actor != reference::kChanceActor && random.Below(3) == 0) {
        KVINTET_ASSIGN_OR_RETURN(const Playthrough one, Replay(*task.game, slow->History()));
        KVINTET_ASSIGN_OR_RETURN(const Playthrough two,
                                 Replay(*task.game, slow->Twin(actor, random.Next64())));
        const Seat seat = static_cast<Seat>(actor);
        KVINTET_RETURN_IF_ERROR(
            certifier.Compare(one, two.Position(), two.SeatRecord(seat), seat).status());
      }
      const std::vector<std::string> moves = slow->LegalMoves(actor);
      slow->Apply(actor, moves[random.Below(static_cast<uint32_t>(moves.size()))]);
    }
  }
  return certifier.Report();
}

}  // namespace kvintet::conformance
