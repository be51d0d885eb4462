// EvaluationBatch: evaluates what several tasks of one game wait for, in one batch.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/status.h"

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/question_batch.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// Reuses its memory from batch to batch. Not thread-safe.
class EvaluationBatch {
 public:
  // Evaluates what each task waits for and resumes it. Where the tasks are few, what they foresee
  // is evaluated, too. `each` receives the status of each task: Internal if the answer is not
  // finite or if the task throws. Returns the errors of the evaluator, or Internal if it throws;
  // then no task is resumed. REQUIRES: all tasks wait and play the evaluator's game; `each` is as
  // long as `tasks`.
  absl::Status Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator,
                   std::span<absl::Status> each);
  // The number of positions that the last Run evaluated for a task.
  int RowsOf(size_t task) const { return 1 + static_cast<int>(foreseen_[task].size()); }
  int Rows() const { return batch_.Count(); }

 private:
  void Gather(std::span<Task* const> tasks, const envs::Game& game);
  // Tells a task its answers ahead, from row `first` on, and resumes it with its own.
  absl::Status Resume(size_t number, int first, Task* task);

  selfplay::QuestionBatch batch_;
  // By task.
  std::vector<std::vector<selfplay::Question>> foreseen_;
};

}  // namespace kvintet::serving
