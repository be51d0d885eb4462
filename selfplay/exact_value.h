// ExactSolver: solves small games of perfect information without chance.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "absl/status/statusor.h"

#include "base/hash.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// The result of best play.
struct ExactValue {
  // Seat 0's return.
  double value = 0;
  // Actions until the end. The winner plays for a short game; a player who loses or draws plays for
  // a long one.
  int plies = 0;
};

// Solves any number of positions of one game and remembers every position it has visited.
class ExactSolver {
 public:
  // Unimplemented for a game with hidden information, chance or simultaneous moves, or whose rules
  // depend on history outside the position. `game` must outlive the solver.
  static absl::StatusOr<ExactSolver> Make(const envs::Game& game, int64_t max_positions);

  // Solves by negamax over all reachable positions. ResourceExhausted after max_positions in total;
  // positions solved by then are remembered, the others are not.
  absl::StatusOr<ExactValue> Value(envs::ConstPositions one);
  int64_t NumPositions() const { return static_cast<int64_t>(values_.size()); }

 private:
  // `plies` of a position that is still being solved; meeting it again means that play can cycle.
  static constexpr int kOpen = -1;

  ExactSolver(const envs::Game& game, int64_t max_positions)
      : game_(&game), max_positions_(max_positions) {}
  absl::StatusOr<ExactValue> Compute(envs::ConstPositions one);
  absl::StatusOr<ExactValue> Best(envs::ConstPositions one, envs::Actor actor);

  const envs::Game* game_;
  int64_t max_positions_;
  std::unordered_map<Key128, ExactValue> values_;
};

}  // namespace kvintet::selfplay
