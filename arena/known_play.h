// What is known of play: mixed policies that can be asked, values of positions, all moves of a
// seat.
//
// For judging tools that look behind the games: corrections for luck, best answers. They copy
// positions and ask one at a time; for small games and games of a match, not for search.
#pragma once

#include <functional>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "envs/trail.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::arena {

// A position with its history. Copying forks the game.
struct GameState {
  envs::PositionBuffer position;
  envs::Trail trail;
};

GameState StartOf(const envs::Game& game);
// REQUIRES: as Game::Step.
void Advance(const envs::Game& game, envs::Actor actor, envs::Action action, GameState* state);

// The probabilities with which an agent takes each of the view's legal actions, ascending as
// envs::LegalList has them; they add up to 1. An agent that has one and draws from it.
using PolicyOf = std::function<absl::StatusOr<std::vector<double>>(envs::ConstViews one)>;

// What a position that has not ended is worth to seat 0, in [-1, 1]; never asked while one seat of
// a simultaneous stage has chosen and the other not. The same position must get the same value.
using ValueOf = std::function<absl::StatusOr<double>(envs::ConstPositions one)>;

// Every legal action alike. `game` must outlive it.
PolicyOf UniformPolicy(const envs::Game& game);
// The softmax of an evaluator's logits: a network that plays its policy. Borrows the evaluator.
PolicyOf PolicyFrom(selfplay::Evaluator* evaluator);
// The mean of what an evaluator says of the views of all who must act; of a draw by chance the
// mean over its outcomes, where another draw follows 0. Borrows the evaluator.
ValueOf ValueFrom(selfplay::Evaluator* evaluator);

// Seat 0's return where the game has ended, else `value` of it.
absl::StatusOr<double> ReturnOrValue(const envs::Game& game, const ValueOf& value,
                                     const GameState& state);

// A whole move and its probability.
struct MixedMove {
  std::vector<envs::Action> actions = {};
  double probability = 0;
};

// All moves of `seat`, which must act, with the policy's probabilities; those of probability 0
// too. ResourceExhausted beyond max_moves.
absl::StatusOr<std::vector<MixedMove>> MovesOf(const envs::Game& game, const GameState& state,
                                               envs::Seat seat, const PolicyOf& policy,
                                               int max_moves);

// The state after a whole move of a seat.
GameState AfterMove(const envs::Game& game, const GameState& state, envs::Seat seat,
                    const std::vector<envs::Action>& actions);

}  // namespace kvintet::arena
