// SolvedMoves: the result of each move of a position under best play.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::selfplay {

// One move with its exact value.
struct SolvedMove {
  envs::Action action = envs::kNoAction;
  // Return of the seat that moves, in [-1, 1].
  double value = 0;
  // Actions until the end, including this one. The winner plays for a short game, the loser for a
  // long one.
  int plies = 0;
  bool operator==(const SolvedMove&) const = default;
};

// IsGood: the move keeps the result of the best one. IsPerfect: it also keeps its distance, so that
// a win comes as soon and a loss as late. Draws have no distance.
bool IsGood(const SolvedMove& move, const std::vector<SolvedMove>& all);
bool IsPerfect(const SolvedMove& move, const std::vector<SolvedMove>& all);

// Returns all moves of a position in which one seat must act, by ascending action.
using MoveSolver = std::function<absl::StatusOr<std::vector<SolvedMove>>(envs::ConstPositions one)>;

// Uses the game's own solver if it has one (connect_four), else negamax over at most
// `max_positions` positions. Errors are those of ExactSolver. `game` must outlive the
// solver. One thread at a time.
absl::StatusOr<MoveSolver> MakeMoveSolver(const envs::Game& game, int64_t max_positions);

}  // namespace kvintet::selfplay
