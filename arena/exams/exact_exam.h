// ExactExam: every position of a small game in which a move can be wrong, as questions to agents.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "envs/game.h"

namespace kvintet::arena {

// How an agent answered.
struct ExamMarks {
  int64_t questions = 0;
  // Its move kept the exact value of the position.
  int64_t right = 0;
  // Of a move chosen uniformly, as a mean over the questions: what knowing nothing gives.
  double by_chance = 0;

  // In [0, 1].
  double Share() const { return static_cast<double>(right) / static_cast<double>(questions); }
};

class ExactExam {
 public:
  // Asks about every position that can be reached and has moves of different exact values. Errors
  // as of ExactSolver; InvalidArgument where there is no such position. `game` must outlive it.
  static absl::StatusOr<ExactExam> Make(const envs::Game& game, int64_t max_positions);

  // The agent answers all questions, in batches.
  absl::StatusOr<ExamMarks> Mark(Agent* agent) const;

 private:
  struct Question {
    envs::ViewBuffer view = {};
    // Moves that keep the value, ascending; and how many there are in all.
    std::vector<envs::Action> right = {};
    int moves = 0;
  };
  class Author;

  ExactExam() = default;

  std::vector<Question> questions_;
};

}  // namespace kvintet::arena
