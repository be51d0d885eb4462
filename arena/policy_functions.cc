// Policy functions: see the header.
#include "arena/policy_functions.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::arena {
namespace {

using envs::Actor;
using envs::Seat;

// An evaluator's answer for one view.
struct Judgement {
  std::vector<float> logits;
  selfplay::Wdl wdl = {};
};

absl::StatusOr<Judgement> Consult(selfplay::Evaluator* evaluator, envs::ConstViews one) {
  const std::vector<envs::Action> legal = envs::LegalList(evaluator->game(), one);
  const std::vector<int32_t> offsets = {0, static_cast<int32_t>(legal.size())};
  Judgement judgement = {.logits = std::vector<float>(legal.size())};
  KVINTET_RETURN_IF_ERROR(evaluator->Evaluate(
      {one, legal, offsets}, {.policy_logits = judgement.logits, .wdl = {&judgement.wdl, 1}}));
  return judgement;
}

// Value of a position in which chance does not act.
absl::StatusOr<double> SeatsValue(selfplay::Evaluator* evaluator, envs::ConstPositions one) {
  const envs::Game& game = evaluator->game();
  const envs::ActorSet actors = envs::ActorsOf(game, one);
  double sum = 0;
  int judges = 0;
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    if (actors.Has(seat)) {
      KVINTET_ASSIGN_OR_RETURN(const Judgement judgement,
                               Consult(evaluator, envs::ViewOf(game, one, seat).Span()));
      const auto value = static_cast<double>(judgement.wdl.Value());
      sum += seat == Seat::k0 ? value : -value;
      ++judges;
    }
  }
  return sum / judges;
}

absl::StatusOr<double> ChanceValue(selfplay::Evaluator* evaluator, envs::ConstPositions one) {
  const envs::Game& game = evaluator->game();
  std::vector<envs::ChanceOutcome> outcomes;
  game.ChanceOutcomes(one, &outcomes);
  double mean = 0;
  for (const envs::ChanceOutcome& outcome : outcomes) {
    GameState next;
    next.position = envs::PositionBuffer(1, game.Spec().position_bytes);
    next.history = envs::RepetitionHistory(game.Spec().history_capacity);
    envs::CopyRows<envs::PositionTag>(one, next.position.Span());
    Advance(game, Actor::kChance, outcome.outcome, &next);
    const envs::ActorSet actors = envs::ActorsOf(game, next.position.Span());
    double value = 0;
    if (actors.Empty()) {
      value = static_cast<double>(game.Result(next.position.Span()).returns[0]);
    } else if (!actors.Has(Actor::kChance)) {
      KVINTET_ASSIGN_OR_RETURN(value, SeatsValue(evaluator, next.position.Span()));
    }
    mean += outcome.probability * value;
  }
  return mean;
}

// Collects whole moves, action by action.
class MoveLister {
 public:
  MoveLister(const envs::Game& game, Seat seat, const PolicyOf& policy, int max_moves)
      : game_(game), seat_(seat), policy_(policy), max_moves_(max_moves) {}

  absl::Status Extend(const GameState& state, const MixedMove& begun) {
    const envs::ViewBuffer view = envs::ViewOf(game_, state.position.Span(), seat_);
    const std::vector<envs::Action> legal = envs::LegalList(game_, view.Span());
    KVINTET_ASSIGN_OR_RETURN(const std::vector<double> policy, policy_(view.Span()));
    KVINTET_CHECK_EQ(policy.size(), legal.size());
    for (size_t i = 0; i < legal.size(); ++i) {
      GameState next = state;
      Advance(game_, envs::ActorOf(seat_), legal[i], &next);
      MixedMove move = begun;
      move.actions.push_back(legal[i]);
      move.probability *= policy[i];
      if (Complete(next)) {
        if (std::ssize(moves_) == max_moves_) {
          return absl::ResourceExhaustedError(
              absl::StrCat("more than ", max_moves_, " moves of one seat"));
        }
        moves_.push_back(std::move(move));
      } else {
        KVINTET_RETURN_IF_ERROR(Extend(next, move));
      }
    }
    return absl::OkStatus();
  }

  std::vector<MixedMove> Moves() { return std::move(moves_); }

 private:
  bool Complete(const GameState& state) const {
    return !envs::ActorsOf(game_, state.position.Span()).Has(seat_) ||
           game_.MoveProgress(envs::ViewOf(game_, state.position.Span(), seat_).Span()) == 0;
  }

  const envs::Game& game_;
  const Seat seat_;
  const PolicyOf& policy_;
  const int max_moves_;
  std::vector<MixedMove> moves_;
};

}  // namespace

GameState StartOf(const envs::Game& game) {
  return {.position = envs::InitialPosition(game),
          .history = envs::RepetitionHistory(game.Spec().history_capacity)};
}

void Advance(const envs::Game& game, Actor actor, envs::Action action, GameState* state) {
  envs::StepOne(game, state->position.Span(), &state->history, actor, action);
}

PolicyOf UniformPolicy(const envs::Game& game) {
  return [&game](envs::ConstViews one) -> absl::StatusOr<std::vector<double>> {
    const size_t actions = envs::LegalList(game, one).size();
    return std::vector<double>(actions, 1 / static_cast<double>(actions));
  };
}

PolicyOf PolicyFrom(selfplay::Evaluator* evaluator) {
  return [evaluator](envs::ConstViews one) -> absl::StatusOr<std::vector<double>> {
    KVINTET_ASSIGN_OR_RETURN(const Judgement judgement, Consult(evaluator, one));
    std::vector<double> powers(judgement.logits.size());
    std::vector<float> probabilities(judgement.logits.size());
    selfplay::Softmax(judgement.logits, powers, probabilities);
    double sum = 0;
    for (const double power : powers) {
      sum += power;
    }
    for (double& power : powers) {
      power /= sum;
    }
    return powers;
  };
}

ValueOf ValueFrom(selfplay::Evaluator* evaluator) {
  return [evaluator](envs::ConstPositions one) -> absl::StatusOr<double> {
    const bool chance = envs::ActorsOf(evaluator->game(), one).Has(Actor::kChance);
    return chance ? ChanceValue(evaluator, one) : SeatsValue(evaluator, one);
  };
}

absl::StatusOr<double> ReturnOrValue(const envs::Game& game, const ValueOf& value,
                                     const GameState& state) {
  if (envs::ActorsOf(game, state.position.Span()).Empty()) {
    return static_cast<double>(game.Result(state.position.Span()).returns[0]);
  }
  return value(state.position.Span());
}

absl::StatusOr<std::vector<MixedMove>> MovesOf(const envs::Game& game, const GameState& state,
                                               Seat seat, const PolicyOf& policy, int max_moves) {
  MoveLister lister(game, seat, policy, max_moves);
  KVINTET_RETURN_IF_ERROR(lister.Extend(state, {.probability = 1}));
  return lister.Moves();
}

GameState AfterMove(const envs::Game& game, const GameState& state, Seat seat,
                    const std::vector<envs::Action>& actions) {
  GameState next = state;
  for (const envs::Action action : actions) {
    Advance(game, envs::ActorOf(seat), action, &next);
  }
  return next;
}

}  // namespace kvintet::arena
