// EvaluationBatch: the evaluations that some tasks of one game wait for, made at once.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"

#include "envs/row_span.h"
#include "selfplay/evaluators/evaluator.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// Keeps its memory from batch to batch. One thread at a time.
class EvaluationBatch {
 public:
  // Evaluates what each task waits for, and resumes it; what became of it is in its place of
  // `each`: Internal where the answer is not finite, or where the task throws. Errors of the
  // evaluator, or Internal where that throws: then none is resumed. REQUIRES: all wait, and all
  // play the evaluator's game; `each` is as long as `tasks`.
  absl::Status Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator,
                   std::span<absl::Status> each);

 private:
  void Gather(std::span<Task* const> tasks, const envs::GameSpec& spec);
  // Gives the task its answer, which the evaluator has made in the place of that number.
  absl::Status Resume(size_t number, Task* task);

  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  std::vector<float> logits_;
  std::vector<selfplay::Wdl> wdl_;
};

}  // namespace kvintet::serving
