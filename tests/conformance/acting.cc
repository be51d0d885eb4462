// Conformance checks of acting: see the header.
#include "tests/conformance/acting.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::conformance {
namespace {

using envs::ChanceOutcome;

std::vector<ChanceOutcome> OutcomesIn(const Playthrough& play) {
  std::vector<ChanceOutcome> outcomes;
  play.game().ChanceOutcomes(play.Position(), &outcomes);
  return outcomes;
}

absl::Status CheckActorsAt(const Playthrough& play) {
  const Game& game = play.game();
  const ActorSet actors = play.Actors();
  if (actors.Bits() > 4) {
    return Broken(play, "chance does not act alone: actors ", actors.Bits());
  }
  if (actors.Simultaneous() && !game.Spec().simultaneous) {
    return Broken(play, "both seats act, but the spec is not simultaneous");
  }
  if (actors.Has(Actor::kChance) && OutcomesIn(play).empty()) {
    return Broken(play, "chance acts and has no outcome");
  }
  for (const Seat seat : kViewers) {
    const ViewBuffer view = play.View(seat);
    const std::vector<Action> legal = LegalList(game, view.Span());
    const bool acts = actors.Has(seat);
    if (game.ViewSeat(view.Span()) != seat) {
      return Broken(play, "the view of ", NameOf(seat), " is another's");
    }
    if (game.MustAct(view.Span()) != acts) {
      return Broken(play, "MustAct of ", NameOf(seat), " and Actors do not agree");
    }
    if (acts == legal.empty()) {
      return Broken(play, NameOf(seat), acts ? " must act" : " need not act", " and has ",
                    legal.size(), " legal actions");
    }
    if (!legal.empty() && legal.back() >= game.Spec().num_actions) {
      return Broken(play, "legal action ", legal.back(), " is not below num_actions");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckEnd(const Playthrough& play) {
  const envs::Outcome outcome = play.Result();
  for (const float value : outcome.returns) {
    if (!(std::abs(value) <= 1)) {
      return Broken(play, "a return is not in [-1, 1]: ", value);
    }
  }
  if (outcome.returns[0] + outcome.returns[1] != 0) {
    return Broken(play, "returns do not sum to zero: ", outcome.returns[0], " and ",
                  outcome.returns[1]);
  }
  if (outcome.reason.empty()) {
    return Broken(play, "the end has no reason");
  }
  return absl::OkStatus();
}

// Three rows with the same position; only the middle one takes a step.
absl::Status CheckStepAt(const Playthrough& play, RandomStream* random) {
  const Game& game = play.game();
  const auto [actor, action] = ChooseRandomly(play, random);
  PositionBuffer rows(3, game.Spec().position_bytes);
  for (int row = 0; row < 3; ++row) {
    envs::CopyRows<envs::PositionTag>(play.Position(), rows[row]);
  }
  RepetitionHistory first = play.history();
  RepetitionHistory second = play.history();
  StepOne(game, rows[1], &first, actor, action);
  for (const int row : {0, 2}) {
    if (!SameBytes(rows[row].Bytes(), play.Position().Bytes())) {
      return Broken(play, "a step changes another row");
    }
  }
  StepOne(game, rows[2], &second, actor, action);
  if (!SameBytes(rows[1].Bytes(), rows[2].Bytes()) ||
      !std::ranges::equal(first.Keys(), second.Keys())) {
    return Broken(play, "the same step on the same bytes gives other bytes");
  }
  return absl::OkStatus();
}

// A random whole move of a seat in a simultaneous or opening stage.
std::vector<Action> RandomMove(Playthrough play, Actor actor, RandomStream* random) {
  std::vector<Action> actions;
  do {
    const std::vector<Action> legal = LegalList(play.game(), play.View(envs::SeatOf(actor)).Span());
    if (legal.empty()) {
      return {};
    }
    actions.push_back(legal[random->Below(static_cast<uint32_t>(legal.size()))]);
    if (!play.Apply(actor, actions.back()).ok()) {
      return {};
    }
  } while (play.game().MoveProgress(play.View(envs::SeatOf(actor)).Span()) > 0);
  return actions;
}

// Plays both moves. While both seats have actions left, the bits of `order` say whose turn it is (1
// = seat 1).
absl::StatusOr<Playthrough> PlayInOrder(Playthrough play,
                                        const std::array<std::vector<Action>, 2>& moves,
                                        uint32_t order) {
  std::array<size_t, 2> next = {0, 0};
  for (uint32_t bits = order; next[0] < moves[0].size() || next[1] < moves[1].size(); bits >>= 1) {
    size_t seat = bits & 1;
    if (next[seat] == moves[seat].size()) {
      seat = 1 - seat;
    }
    const Action action = moves[seat][next[seat]++];
    if (!play.Apply(static_cast<Actor>(seat), action).ok()) {
      return Broken(play, "the choice of another seat makes action ", action, " of seat ", seat,
                    " illegal");
    }
  }
  return play;
}

absl::Status CheckOrderAt(const Playthrough& play, RandomStream* random) {
  const std::array<std::vector<Action>, 2> moves = {RandomMove(play, Actor::kSeat0, random),
                                                    RandomMove(play, Actor::kSeat1, random)};
  std::optional<Playthrough> first;
  for (const uint32_t order : {0u, ~0u, random->Next32()}) {
    KVINTET_ASSIGN_OR_RETURN(Playthrough next, PlayInOrder(play, moves, order));
    if (next.StageOpen()) {
      return Broken(next, "both seats have chosen and the stage is still open");
    }
    if (!first) {
      first = std::move(next);
    } else if (!SameBytes(first->Position().Bytes(), next.Position().Bytes()) ||
               !std::ranges::equal(first->history().Keys(), next.history().Keys())) {
      return Broken(next, "the order of simultaneous choices matters");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOutcomes(const Playthrough& play, const std::vector<ChanceOutcome>& outcomes) {
  double sum = 0;
  Action last = -1;
  for (const ChanceOutcome& outcome : outcomes) {
    if (outcome.outcome <= last || outcome.outcome >= play.game().Spec().num_outcomes) {
      return Broken(play, "outcomes do not ascend below num_outcomes: ", outcome.outcome);
    }
    if (!(outcome.probability > 0)) {
      return Broken(play, "outcome ", outcome.outcome, " has probability ", outcome.probability);
    }
    last = outcome.outcome;
    sum += outcome.probability;
  }
  if (std::abs(sum - 1) > 1e-9) {
    return Broken(play, "probabilities sum to ", sum);
  }
  return absl::OkStatus();
}

// Draws outcomes from the same random streams as games do.
absl::Status CheckFrequencies(const Playthrough& play, const std::vector<ChanceOutcome>& outcomes,
                              uint64_t seed) {
  constexpr int kDraws = 2000;
  std::vector<double> counts(outcomes.size());
  for (uint32_t i = 0; i < kDraws; ++i) {
    RandomStream random(seed, i, 0, Purpose::kChance);
    const Action drawn = envs::DrawOutcome(outcomes, &random);
    for (size_t k = 0; k < outcomes.size(); ++k) {
      counts[k] += outcomes[k].outcome == drawn ? 1 : 0;
    }
  }
  double square = 0;
  for (size_t k = 0; k < outcomes.size(); ++k) {
    const double expected = kDraws * outcomes[k].probability;
    square += (counts[k] - expected) * (counts[k] - expected) / expected;
  }
  const auto freedom = static_cast<double>(outcomes.size() - 1);
  // Six standard deviations of the chi-square distribution, with some slack for few outcomes.
  if (square > freedom + 6 * std::sqrt(2 * freedom) + 12) {
    return Broken(play, "outcomes are drawn with other frequencies: chi-square ", square, " with ",
                  freedom, " degrees of freedom");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSpec(const Game& game, const Effort&) {
  const GameSpec& spec = game.Spec();
  if (spec.name.empty() || !spec.text.starts_with(spec.name)) {
    return Broken(game, "the text does not begin with the name '", spec.name, "'");
  }
  if (spec.num_actions <= 0 || spec.max_game_length <= 0 || spec.PolicySize() <= 0 ||
      spec.num_symmetries <= 0 || spec.PlaneBytes() + spec.globals <= 0) {
    return Broken(game, "a size is not positive");
  }
  if (std::ssize(spec.plane_names) != spec.planes ||
      std::ssize(spec.global_names) != spec.globals) {
    return Broken(game, "has ", spec.plane_names.size(), " plane names for ", spec.planes,
                  " planes, ", spec.global_names.size(), " global names for ", spec.globals,
                  " globals");
  }
  return absl::OkStatus();
}

absl::Status CheckInitial(const Game& game, const Effort&) {
  PositionBuffer rows(3, game.Spec().position_bytes);
  std::ranges::fill(std::span(rows[1].Row(0), static_cast<size_t>(game.Spec().position_bytes)),
                    std::byte{0x5a});
  game.Initialize(rows.Span());
  if (!SameBytes(rows[0].Bytes(), rows[1].Bytes()) ||
      !SameBytes(rows[0].Bytes(), rows[2].Bytes())) {
    return Broken(game, "initial positions differ");
  }
  if (ActorsOf(game, rows[0]).Empty()) {
    return Broken(game, "the game has ended before it began");
  }
  return absl::OkStatus();
}

absl::Status CheckActors(const Game& game, const Effort& effort) {
  return Walk(game, effort, 1, CheckActorsAt);
}

absl::Status CheckEnds(const Game& game, const Effort& effort) {
  return Walk(game, {2 * effort.steps, effort.seed}, 1 << 30, [](const Playthrough& play) {
    return play.Ended() ? CheckEnd(play) : absl::OkStatus();
  });
}

absl::Status CheckSteps(const Game& game, const Effort& effort) {
  RandomStream random(effort.seed, 0, 1, Purpose::kTest);
  return Walk(game, effort, 1, [&random](const Playthrough& play) {
    return play.Ended() ? absl::OkStatus() : CheckStepAt(play, &random);
  });
}

absl::Status CheckOrder(const Game& game, const Effort& effort) {
  RandomStream random(effort.seed, 0, 1, Purpose::kTest);
  return Walk(game, effort, 2, [&random](const Playthrough& play) {
    const bool begins = play.Actors().Simultaneous() && play.BetweenMoves();
    return begins ? CheckOrderAt(play, &random) : absl::OkStatus();
  });
}

absl::Status CheckChance(const Game& game, const Effort& effort) {
  int frequencies = 0;
  return Walk(game, effort, 1, [&](const Playthrough& play) {
    const std::vector<ChanceOutcome> outcomes =
        play.Actors().Has(Actor::kChance) ? OutcomesIn(play) : std::vector<ChanceOutcome>();
    if (outcomes.empty()) {
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(CheckOutcomes(play, outcomes));
    return ++frequencies <= 12 ? CheckFrequencies(play, outcomes, effort.seed) : absl::OkStatus();
  });
}

absl::Status CheckBatches(const Game& game, const Effort& effort) {
  const GameSpec& spec = game.Spec();
  std::vector<Playthrough> plays;
  KVINTET_RETURN_IF_ERROR(Walk(game, effort, 8, [&plays](const Playthrough& play) {
    if (plays.size() < 48) {
      plays.push_back(play);
    }
    return absl::OkStatus();
  }));
  const auto n = static_cast<int>(plays.size());
  PositionBuffer positions(n, spec.position_bytes);
  std::vector<Seat> seats;
  for (int i = 0; i < n; ++i) {
    envs::CopyRows<envs::PositionTag>(plays[static_cast<size_t>(i)].Position(), positions[i]);
    seats.push_back(kViewers[static_cast<size_t>(i) % 3]);
  }
  std::vector<ActorSet> actors(plays.size());
  game.Actors(positions.Span(), actors);
  ViewBuffer views(n, spec.view_bytes);
  game.MakeViews(positions.Span(), seats, views.Span());
  const auto words = static_cast<size_t>(spec.MaskWords());
  std::vector<uint64_t> masks(plays.size() * words, ~uint64_t{0});
  game.LegalActions(views.Span(), masks);
  for (size_t i = 0; i < plays.size(); ++i) {
    const ViewBuffer view = plays[i].View(seats[i]);
    std::vector<Action> legal;
    envs::ConstActionMask(std::span<const uint64_t>(masks).subspan(i * words, words)).List(&legal);
    if (actors[i] != plays[i].Actors() || legal != LegalList(game, view.Span()) ||
        !SameBytes(view.Span().Bytes(), views[static_cast<int>(i)].Bytes())) {
      return Broken(plays[i], "row ", i, " of a batch differs from the same row alone");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckGreedy(const Game& game, const Effort& effort) {
  return Walk(game, effort, 4, [&game](const Playthrough& play) {
    for (const Seat seat : kSeats) {
      if (game.baseline() == nullptr || !play.Actors().Has(seat)) {
        continue;
      }
      const ViewBuffer view = play.View(seat);
      const std::vector<Action> legal = LegalList(game, view.Span());
      std::vector<Action> best;
      game.baseline()->GreedyActions(view.Span(), &best);
      std::ranges::sort(best);
      if (best.empty() || !std::ranges::includes(legal, best)) {
        return Broken(play, "the baseline of ", NameOf(seat), " has no action or illegal ones");
      }
    }
    return absl::OkStatus();
  });
}

}  // namespace kvintet::conformance
