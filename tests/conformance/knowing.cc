// Conformance checks of knowledge: see the header.
#include "tests/conformance/knowing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/status_macros.h"
#include "envs/held_things.h"
#include "envs/one_row.h"
#include "tests/conformance/follower.h"

namespace kvintet::conformance {
namespace {

// The network's input for a view.
struct Observation {
  std::vector<uint8_t> planes;
  std::vector<float> globals;
  bool operator==(const Observation&) const = default;
};

// Observes into a buffer filled with `dirt`, followed by a guard of the same value.
Observation ObserveOver(const Game& game, const ViewBuffer& view, uint8_t dirt) {
  const auto planes = static_cast<size_t>(game.Spec().PlaneBytes());
  const auto globals = static_cast<size_t>(game.Spec().globals);
  Observation seen = {std::vector<uint8_t>(planes + 16, dirt),
                      std::vector<float>(globals + 4, static_cast<float>(dirt))};
  game.Observe(view.Span(), std::span(seen.planes).first(planes),
               std::span(seen.globals).first(globals));
  return seen;
}

bool GuardKept(const Game& game, const Observation& seen, uint8_t dirt) {
  const auto kept = [dirt](auto value) { return value == dirt; };
  return std::all_of(seen.planes.begin() + game.Spec().PlaneBytes(), seen.planes.end(), kept) &&
         std::all_of(seen.globals.begin() + game.Spec().globals, seen.globals.end(), kept);
}

absl::Status CheckObservationAt(const Playthrough& play) {
  const Game& game = play.game();
  for (const Seat seat : kViewers) {
    const ViewBuffer view = play.View(seat);
    Observation first = ObserveOver(game, view, 0);
    Observation second = ObserveOver(game, view, 0xa5);
    if (!GuardKept(game, first, 0) || !GuardKept(game, second, 0xa5)) {
      return Broken(play, "the observation of ", NameOf(seat), " is longer than the spec says");
    }
    for (Observation* seen : {&first, &second}) {
      seen->planes.resize(static_cast<size_t>(game.Spec().PlaneBytes()));
      seen->globals.resize(static_cast<size_t>(game.Spec().globals));
    }
    if (!std::ranges::all_of(first.globals, [](float x) { return std::isfinite(x); })) {
      return Broken(play, "a global of ", NameOf(seat), " is not finite");
    }
    if (first != second) {
      return Broken(play, "the observation of ", NameOf(seat), " depends on what lay there");
    }
  }
  return absl::OkStatus();
}

// Visitor of random games with followers: called before each step with the choice, and at the end
// without one.
using StepVisitor = std::function<absl::Status(const FollowedPlay&, const RandomChoice*)>;
absl::Status WalkFollowed(const Game& game, const Effort& effort, const StepVisitor& visit) {
  int steps = 0;
  for (uint32_t number = 0; steps < effort.steps; ++number) {
    RandomStream random(effort.seed, number, 0, Purpose::kTest);
    FollowedPlay followed(game);
    while (!followed.play.Ended()) {
      const RandomChoice choice = ChooseRandomly(followed.play, &random);
      KVINTET_RETURN_IF_ERROR(visit(followed, &choice));
      const absl::Status status = followed.Apply(choice.actor, choice.action);
      if (!status.ok()) {
        return Broken(followed.play, "cannot go on: ", status.message());
      }
      if (++steps > effort.steps + game.Spec().max_game_length) {
        return Broken(followed.play, "the game does not end");
      }
    }
    ++steps;
    KVINTET_RETURN_IF_ERROR(visit(followed, nullptr));
  }
  return absl::OkStatus();
}

absl::Status CheckFollowersAt(const FollowedPlay& followed) {
  for (const Follower& follower : followed.followers) {
    const ViewBuffer view = followed.play.View(follower.seat());
    if (!SameBytes(view.Span().Bytes(), follower.View().Bytes())) {
      return Broken(followed.play, "Follow gives ", NameOf(follower.seat()),
                    " another view than MakeViews");
    }
  }
  return absl::OkStatus();
}

// Whether the choice is made in a simultaneous stage that is not complete after it.
bool StaysSealed(const Playthrough& play, const Playthrough& next) {
  return (play.StageOpen() || play.Actors().Simultaneous()) && next.StageOpen();
}

absl::Status CheckSealedAt(const Playthrough& play, const RandomChoice& choice) {
  Playthrough next = play;
  KVINTET_RETURN_IF_ERROR(next.Apply(choice.actor, choice.action));
  if (!StaysSealed(play, next)) {
    return absl::OkStatus();
  }
  std::array<std::byte, envs::kMaxVisibleBytes> bytes;
  for (const Seat seat : kViewers) {
    if (seat == envs::SeatOf(choice.actor)) {
      continue;
    }
    if (play.game().Visible(play.Position(), choice.actor, choice.action, seat, bytes) > 0) {
      return Broken(next, NameOf(seat), " sees a choice before the stage is complete");
    }
    if (!Same(play.View(seat), next.View(seat))) {
      return Broken(next, "the view of ", NameOf(seat), " shows a hidden choice");
    }
  }
  return absl::OkStatus();
}

// Each action of an actor looks different to a seat that sees it.
absl::Status CheckVisibleTo(const Playthrough& play, Actor actor, Seat seat,
                            const std::vector<Action>& actions) {
  const bool own = actor != Actor::kChance && seat == envs::SeatOf(actor);
  std::map<std::string, Action> seen;
  for (const Action action : actions) {
    std::array<std::byte, envs::kMaxVisibleBytes> bytes;
    const int count = play.game().Visible(play.Position(), actor, action, seat, bytes);
    if (count < 0 || count > envs::kMaxVisibleBytes) {
      return Broken(play, "Visible gives ", count, " bytes");
    }
    if (own && count == 0) {
      return Broken(play, NameOf(seat), " does not see its own action ", action);
    }
    const std::string text(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(count));
    if (count > 0 && !seen.emplace(text, action).second) {
      return Broken(play, NameOf(seat), " sees actions ", seen[text], " and ", action, " of ",
                    envs::ActorName(actor), " alike");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckVisibleAt(const Playthrough& play) {
  for (const Actor actor : {Actor::kSeat0, Actor::kSeat1, Actor::kChance}) {
    if (!play.Actors().Has(actor)) {
      continue;
    }
    std::vector<Action> actions;
    if (actor == Actor::kChance) {
      std::vector<envs::ChanceOutcome> outcomes;
      play.game().ChanceOutcomes(play.Position(), &outcomes);
      for (const envs::ChanceOutcome& outcome : outcomes) {
        actions.push_back(outcome.outcome);
      }
    } else {
      actions = LegalList(play.game(), play.View(envs::SeatOf(actor)).Span());
    }
    for (const Seat seat : kViewers) {
      KVINTET_RETURN_IF_ERROR(CheckVisibleTo(play, actor, seat, actions));
    }
  }
  return absl::OkStatus();
}

// The views and seen bytes that go with the records and bytes found so far.
struct Met {
  std::map<std::string, std::pair<std::string, std::string>> by_record;  // seen bytes, view
  std::map<std::string, std::string> record_by_seen;
};

// The part of the result that all see, even if the game is won by something hidden.
std::string SeenResultText(const Playthrough& play) {
  if (!play.Ended()) {
    return "";
  }
  const envs::Outcome outcome = play.Result();
  return absl::StrCat("; result ", outcome.returns[0], " margin ", outcome.margin[0], " ",
                      outcome.margin[1]);
}

// Hidden and unfinished events are in no record, so this is checked between moves only. An event of
// which the seat sees nothing may appear as a `?` in only one of the records.
absl::Status CheckTellApartAt(const FollowedPlay& followed, std::array<Met, 3>* met) {
  for (size_t i = 0; i < kViewers.size(); ++i) {
    const Follower& follower = followed.followers[i];
    const std::string record =
        followed.play.SeatRecord(follower.seat()) + SeenResultText(followed.play);
    const std::pair known(follower.Seen(), BytesOf(follower.View()));
    const auto [entry, first] = (*met)[i].by_record.emplace(record, known);
    if (!first && entry->second != known) {
      return Broken(followed.play, NameOf(follower.seat()), " has the record '", record,
                    "' with two different views or two different histories of visible bytes");
    }
    const std::string seen = absl::StrCat(followed.play.Events().size(), ":", follower.Seen());
    const auto [other, fresh] = (*met)[i].record_by_seen.emplace(seen, record);
    if (!fresh && other->second != record) {
      return Broken(followed.play, NameOf(follower.seat()), " sees the same bytes in '", record,
                    "' and '", other->second, "'");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckResampleAt(const Playthrough& play, RandomStream* random) {
  const Game& game = play.game();
  for (const Seat seat : kViewers) {
    const ViewBuffer view = play.View(seat);
    PositionBuffer drawn(1, game.Spec().position_bytes);
    RandomStream again = *random;
    game.Resample(view.Span(), random, drawn.Span());
    PositionBuffer same(1, game.Spec().position_bytes);
    game.Resample(view.Span(), &again, same.Span());
    if (!Same(drawn, same)) {
      return Broken(play, "the same random numbers draw two positions");
    }
    if (!Same(ViewOf(game, drawn.Span(), seat), view)) {
      return Broken(play, "a position drawn from the view of ", NameOf(seat), ", '",
                    game.PositionText(drawn.Span()), "', has another view");
    }
    if (play.Ended() != ActorsOf(game, drawn.Span()).Empty()) {
      return Broken(play, "a position drawn from the view of ", NameOf(seat),
                    " has ended, or has not, as the game has not");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckHeldAt(const Playthrough& play, RandomStream* random) {
  const Game& game = play.game();
  const envs::HeldThings& things = *game.held_things();
  PositionBuffer drawn(1, game.Spec().position_bytes);
  for (const Seat seat : kSeats) {
    const Seat other = envs::Other(seat);
    const std::vector<int> held = things.Held(play.Position(), other);
    const auto out_of_order = std::ranges::adjacent_find(held, std::greater_equal<>());
    if (out_of_order != held.end() ||
        (!held.empty() && (held.front() < 0 || held.back() >= things.Count()))) {
      return Broken(play, NameOf(other), " holds things that are not 0 to ", things.Count() - 1,
                    " in ascending order");
    }
    const ViewBuffer view = play.View(seat);
    game.Resample(view.Span(), random, drawn.Span());
    if (things.Certain(view.Span()) && things.Held(drawn.Span(), other) != held) {
      return Broken(play, "the view of ", NameOf(seat), " is certain of what ", NameOf(other),
                    " holds, and a position drawn from it differs");
    }
  }
  return absl::OkStatus();
}

// The game can be played to its end from a drawn position.
absl::Status CheckDrawnPlays(const Playthrough& play, Seat seat, RandomStream* random) {
  const Game& game = play.game();
  PositionBuffer position(1, game.Spec().position_bytes);
  game.Resample(play.View(seat).Span(), random, position.Span());
  RepetitionHistory history(game.Spec().history_capacity);
  history.CopyFrom(play.history());
  for (int left = game.Spec().max_game_length; left >= 0; --left) {
    const ActorSet actors = ActorsOf(game, position.Span());
    if (actors.Empty()) {
      return absl::OkStatus();
    }
    const Actor actor = RandomActor(actors, random);
    std::vector<Action> choices;
    if (actor == Actor::kChance) {
      std::vector<envs::ChanceOutcome> outcomes;
      game.ChanceOutcomes(position.Span(), &outcomes);
      choices.push_back(outcomes.empty() ? envs::kNoAction : DrawOutcome(outcomes, random));
    } else {
      choices = LegalList(game, ViewOf(game, position.Span(), envs::SeatOf(actor)).Span());
    }
    if (choices.empty() || choices[0] == envs::kNoAction) {
      return Broken(play, "a position drawn from the view of ", NameOf(seat),
                    " comes to a dead end");
    }
    const Action action = choices[random->Below(static_cast<uint32_t>(choices.size()))];
    StepOne(game, position.Span(), &history, actor, action);
  }
  return Broken(play, "a position drawn from the view of ", NameOf(seat), " does not end");
}

// Positions by a seat's view, each with the chance probability of its histories.
using Weights = std::map<std::string, std::map<std::string, double>>;

// Every position of a small game, without those in which choices are hidden.
class Tree {
 public:
  Tree(const Game& game, int max_nodes) : game_(game), left_(max_nodes) {}

  // False if the game is too large.
  bool Grow(const Playthrough& play, double probability) {
    if (--left_ < 0) {
      return false;
    }
    if (play.BetweenMoves()) {
      for (size_t i = 0; i < kViewers.size(); ++i) {
        const std::string view = BytesOf(std::as_const(play).View(kViewers[i]).Span());
        weights_[i][view][BytesOf(play.Position())] += probability;
      }
    }
    if (play.Ended()) {
      return true;
    }
    const Actor actor = play.Actors().First();
    if (actor != Actor::kChance) {
      for (const Action action : LegalList(game_, play.View(envs::SeatOf(actor)).Span())) {
        if (!GrowBy(play, actor, action, probability)) {
          return false;
        }
      }
      return true;
    }
    std::vector<envs::ChanceOutcome> outcomes;
    game_.ChanceOutcomes(play.Position(), &outcomes);
    return std::ranges::all_of(outcomes, [&](const envs::ChanceOutcome& outcome) {
      return GrowBy(play, actor, outcome.outcome, probability * outcome.probability);
    });
  }

  const Weights& Of(size_t viewer) const { return weights_[viewer]; }

 private:
  bool GrowBy(const Playthrough& play, Actor actor, Action action, double probability) {
    Playthrough next = play;
    return !next.Apply(actor, action).ok() || Grow(next, probability);
  }

  const Game& game_;
  int left_;
  std::array<Weights, 3> weights_;
};

absl::Status CheckWeights(const Game& game, Seat seat, const std::string& view_bytes,
                          const std::map<std::string, double>& weights, RandomStream* random) {
  constexpr int kDraws = 600;
  ViewBuffer view(1, game.Spec().view_bytes);
  std::ranges::copy(std::as_bytes(std::span(view_bytes)), view.Span().Row(0));
  std::map<std::string, int> counts;
  PositionBuffer drawn(1, game.Spec().position_bytes);
  for (int i = 0; i < kDraws; ++i) {
    game.Resample(view.Span(), random, drawn.Span());
    ++counts[BytesOf(std::as_const(drawn).Span())];
  }
  double total = 0;
  for (const auto& [position, weight] : weights) {
    total += weight;
  }
  double square = 0;
  int known = 0;
  for (const auto& [position, weight] : weights) {
    const double expected = kDraws * weight / total;
    const int count = counts.contains(position) ? counts[position] : 0;
    known += count;
    square += (count - expected) * (count - expected) / expected;
  }
  if (known != kDraws) {
    return Broken(game, "Resample for ", NameOf(seat), " draws positions that no history leads to",
                  " from ", game.ViewText(std::as_const(view).Span()));
  }
  const auto freedom = static_cast<double>(weights.size() - 1);
  if (square > freedom + 7 * std::sqrt(2 * freedom) + 14) {
    return Broken(game, "Resample for ", NameOf(seat), " has other weights than the histories of ",
                  game.ViewText(std::as_const(view).Span()), ": chi-square ", square, " with ",
                  freedom, " degrees of freedom");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckObservations(const Game& game, const Effort& effort) {
  return Walk(game, effort, 1, CheckObservationAt);
}

absl::Status CheckFollow(const Game& game, const Effort& effort) {
  return WalkFollowed(game, effort, [](const FollowedPlay& followed, const RandomChoice*) {
    return CheckFollowersAt(followed);
  });
}

absl::Status CheckSealed(const Game& game, const Effort& effort) {
  return WalkFollowed(game, effort, [](const FollowedPlay& followed, const RandomChoice* choice) {
    return choice == nullptr ? absl::OkStatus() : CheckSealedAt(followed.play, *choice);
  });
}

absl::Status CheckVisible(const Game& game, const Effort& effort) {
  return Walk(game, effort, 2, CheckVisibleAt);
}

absl::Status CheckSeatRecordsTellApart(const Game& game, const Effort& effort) {
  std::array<Met, 3> met;
  return WalkFollowed(game, effort, [&met](const FollowedPlay& followed, const RandomChoice*) {
    return followed.play.BetweenMoves() ? CheckTellApartAt(followed, &met) : absl::OkStatus();
  });
}

absl::Status CheckResample(const Game& game, const Effort& effort) {
  RandomStream random(effort.seed, 0, 0, Purpose::kResample);
  return Walk(game, effort, 2, [&random](const Playthrough& play) {
    KVINTET_RETURN_IF_ERROR(CheckResampleAt(play, &random));
    if (random.Below(8) != 0) {
      return absl::OkStatus();
    }
    return CheckDrawnPlays(play, kViewers[random.Below(3)], &random);
  });
}

absl::Status CheckHeldThings(const Game& game, const Effort& effort) {
  const envs::HeldThings* const things = game.held_things();
  if (things == nullptr) {
    return absl::OkStatus();
  }
  std::set<std::string> names;
  for (int thing = 0; thing < things->Count(); ++thing) {
    if (const std::string name = things->Name(thing); name.empty() || !names.insert(name).second) {
      return Broken(game, "thing ", thing, " is named '", name, "', as nothing or another is");
    }
  }
  RandomStream random(effort.seed, 0, 0, Purpose::kResample);
  return Walk(game, effort, 2,
              [&random](const Playthrough& play) { return CheckHeldAt(play, &random); });
}

absl::Status CheckResampleWeights(const Game& game, const Effort& effort) {
  constexpr int kMaxNodes = 4000;
  Tree tree(game, kMaxNodes);
  if (game.Spec().perfect_information || !tree.Grow(Playthrough(game), 1)) {
    return absl::OkStatus();
  }
  RandomStream random(effort.seed, 0, 0, Purpose::kResample);
  for (size_t i = 0; i < kViewers.size(); ++i) {
    for (const auto& [view, weights] : tree.Of(i)) {
      if (random.Below(4) == 0) {
        KVINTET_RETURN_IF_ERROR(CheckWeights(game, kViewers[i], view, weights, &random));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCacheKeys(const Game& game, const Effort& effort) {
  std::map<Key128, std::pair<Observation, std::vector<Action>>> met;
  return Walk(game, effort, 1, [&](const Playthrough& play) {
    for (const Seat seat : kSeats) {
      const ViewBuffer view = play.View(seat);
      const Key128 key = game.CacheKey(view.Span());
      if (key != game.CacheKey(play.View(seat).Span())) {
        return Broken(play, "equal views of ", NameOf(seat), " have different cache keys");
      }
      const std::pair value(ObserveOver(game, view, 0), LegalList(game, view.Span()));
      const auto [entry, first] = met.emplace(key, value);
      if (!first && entry->second != value) {
        return Broken(play, "the view of ", NameOf(seat),
                      " has the cache key of one with another observation or legal actions");
      }
    }
    return absl::OkStatus();
  });
}

}  // namespace kvintet::conformance
