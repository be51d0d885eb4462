// ExactExam: asks agents about every position of a small game in which a move can be wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "envs/game.h"

namespace kvintet::arena {

// An agent's result.
struct ExamMarks {
  int64_t questions = 0;
  // Questions in which its move kept the exact value of the position.
  int64_t right = 0;
  // Expected share of a uniformly random player: the mean over the questions.
  double by_chance = 0;

  // In [0, 1].
  double Share() const { return static_cast<double>(right) / static_cast<double>(questions); }
};

class ExactExam {
 public:
  // Asks about every reachable position whose moves have different exact values. Errors are those
  // of ExactSolver; InvalidArgument if there is no such position. `game` must outlive it.
  static absl::StatusOr<ExactExam> Make(const envs::Game& game, int64_t max_positions);

  // The agent answers all questions, in batches.
  absl::StatusOr<ExamMarks> Mark(Agent* agent) const;

 private:
  struct Question {
    envs::ViewBuffer view = {};
    // Moves that keep the value, ascending, and the number of all moves.
    std::vector<envs::Action> right = {};
    int moves = 0;
  };
  class Author;

  ExactExam() = default;

  std::vector<Question> questions_;
};

}  // namespace kvintet::arena
