// EvaluationBatch: the evaluations that some tasks of one game wait for, made at once.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"

#include "envs/row_span.h"
#include "selfplay/evaluator.h"
#include "serving/task.h"

namespace kvintet::serving {

// Keeps its memory from batch to batch. One thread at a time.
class EvaluationBatch {
 public:
  // Evaluates what each task waits for, and resumes them all unless it fails: Internal where an
  // answer is not finite; errors of the evaluator. REQUIRES: all wait,
  // and all play the evaluator's game.
  absl::Status Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator);

 private:
  void Gather(std::span<Task* const> tasks, const envs::GameSpec& spec);

  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  std::vector<float> logits_;
  std::vector<selfplay::Wdl> wdl_;
};

}  // namespace kvintet::serving
