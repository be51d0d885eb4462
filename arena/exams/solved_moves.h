// SolvedMoves: what each move of a position leads to under best play.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::arena {

// One move with its exact worth.
struct SolvedMove {
  envs::Action action = envs::kNoAction;
  // The return of the seat that moves, in [-1, 1].
  double value = 0;
  // Actions until the end, this one counted. Who wins makes it soon, who loses late.
  int plies = 0;
  bool operator==(const SolvedMove&) const = default;
};

// Whether a move keeps the result of the best, and whether it also keeps its distance: a win as
// soon, a loss as late. Draws have no distance.
bool IsGood(const SolvedMove& move, const std::vector<SolvedMove>& all);
bool IsPerfect(const SolvedMove& move, const std::vector<SolvedMove>& all);

// Solves the moves of a position in which one seat must act: all of them, by ascending action.
using MoveSolver = std::function<absl::StatusOr<std::vector<SolvedMove>>(envs::ConstPositions one)>;

// By the game's own solver where it has one (connect_four), else by negamax over at most
// `max_positions` positions. Errors as of selfplay::ExactSolver. `game` must outlive the solver,
// which belongs to one thread.
absl::StatusOr<MoveSolver> MakeMoveSolver(const envs::Game& game, int64_t max_positions);

}  // namespace kvintet::arena
