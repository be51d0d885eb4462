// Policy functions: mixed policies that can be queried, values of positions, and all moves of a
// seat.
//
// For tools that analyse play: luck correction and best responses. They copy positions and evaluate
// one at a time, which suits small games and single match games but not search.
#pragma once

#include <functional>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "envs/repetition_history.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::arena {

// A position with its repetition history. A copy is an independent continuation of the game.
struct GameState {
  envs::PositionBuffer position;
  envs::RepetitionHistory history;
};

GameState StartOf(const envs::Game& game);
// REQUIRES: as for Game::Step.
void Advance(const envs::Game& game, envs::Actor actor, envs::Action action, GameState* state);

// The probability of each legal action of a view, in the ascending order of envs::LegalList; they
// sum to 1. It describes an agent that draws its actions from these probabilities.
using PolicyOf = std::function<absl::StatusOr<std::vector<double>>(envs::ConstViews one)>;

// The value of a non-terminal position to seat 0, in [-1, 1]. Never called when only one seat of a
// simultaneous stage has chosen. The same position must get the same value.
using ValueOf = std::function<absl::StatusOr<double>(envs::ConstPositions one)>;

// Uniform over the legal actions. `game` must outlive it.
PolicyOf UniformPolicy(const envs::Game& game);
// The softmax of an evaluator's logits, as a network without search plays. Borrows the evaluator.
PolicyOf PolicyFrom(selfplay::Evaluator* evaluator);
// The mean of an evaluator's values of the views of all seats that must act. At a chance node it is
// the mean over the outcomes, where an outcome followed by another chance node counts as 0. Borrows
// the evaluator.
ValueOf ValueFrom(selfplay::Evaluator* evaluator);

// Seat 0's return if the game has ended, else `value` of the position.
absl::StatusOr<double> ReturnOrValue(const envs::Game& game, const ValueOf& value,
                                     const GameState& state);

// A whole move and its probability.
struct MixedMove {
  std::vector<envs::Action> actions = {};
  double probability = 0;
};

// All moves of `seat`, which must act, with the policy's probabilities, including moves of
// probability 0. ResourceExhausted beyond max_moves.
absl::StatusOr<std::vector<MixedMove>> MovesOf(const envs::Game& game, const GameState& state,
                                               envs::Seat seat, const PolicyOf& policy,
                                               int max_moves);

// The state after a whole move of a seat.
GameState AfterMove(const envs::Game& game, const GameState& state, envs::Seat seat,
                    const std::vector<envs::Action>& actions);

}  // namespace kvintet::arena
