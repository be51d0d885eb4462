// ExactSolver: what a small game without secrets and chance is worth under best play.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "absl/status/statusor.h"

#include "base/hash.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// The end that best play leads to.
struct ExactValue {
  // Seat 0's return.
  double value = 0;
  // Actions until then; who wins makes it soon, who loses or draws late.
  int plies = 0;
};

// Answers for any number of positions of one game, remembering all it has met.
class ExactSolver {
 public:
  // Unimplemented for a game in which something is hidden, drawn or decided at the same time, or in
  // which history beside the position counts. `game` must outlive the solver.
  static absl::StatusOr<ExactSolver> Make(const envs::Game& game, int64_t max_positions);

  // By negamax over all positions that can follow. ResourceExhausted after max_positions in all.
  absl::StatusOr<ExactValue> Value(envs::ConstPositions one);
  int64_t NumPositions() const { return static_cast<int64_t>(values_.size()); }

 private:
  // Of a position that is still being valued: to meet it again is to go round in a circle.
  static constexpr int kOpen = -1;

  ExactSolver(const envs::Game& game, int64_t max_positions)
      : game_(&game), max_positions_(max_positions) {}
  absl::StatusOr<ExactValue> Best(envs::ConstPositions one, envs::Actor actor);

  const envs::Game* game_;
  int64_t max_positions_;
  std::unordered_map<Key128, ExactValue> values_;
};

}  // namespace kvintet::selfplay
