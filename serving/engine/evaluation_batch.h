// EvaluationBatch: evaluates what several tasks of one game wait for, in one batch.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"

#include "envs/row_span.h"
#include "selfplay/evaluators/evaluator.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// Reuses its memory from batch to batch. Not thread-safe.
class EvaluationBatch {
 public:
  // Evaluates what each task waits for and resumes it. `each` receives the status of each task:
  // Internal if the answer is not finite or if the task throws. Returns the errors of the
  // evaluator, or Internal if it throws; then no task is resumed. REQUIRES: all tasks wait and play
  // the evaluator's game; `each` is as long as `tasks`.
  absl::Status Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator,
                   std::span<absl::Status> each);

 private:
  void Gather(std::span<Task* const> tasks, const envs::GameSpec& spec);
  // Resumes the task with row `number` of the evaluator's answers.
  absl::Status Resume(size_t number, Task* task);

  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  std::vector<float> logits_;
  std::vector<selfplay::Wdl> wdl_;
};

}  // namespace kvintet::serving
