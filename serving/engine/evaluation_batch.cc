// EvaluationBatch: see the header.
#include "serving/engine/evaluation_batch.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/status_macros.h"
#include "selfplay/search/foresight.h"
#include "serving/errors/catch_as_status.h"

namespace kvintet::serving {
namespace {

bool IsFinite(const selfplay::Evaluation& evaluation) {
  const selfplay::Wdl& wdl = evaluation.wdl;
  return std::ranges::all_of(evaluation.logits, [](float value) { return std::isfinite(value); }) &&
         std::isfinite(wdl.win) && std::isfinite(wdl.draw) && std::isfinite(wdl.loss);
}

}  // namespace

absl::Status EvaluationBatch::Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator,
                                  std::span<absl::Status> each) {
  KVINTET_RETURN_IF_ERROR(CatchAsStatus([&] {
    Gather(tasks, evaluator->game());
    return batch_.Evaluate(evaluator);
  }));
  auto first = static_cast<int>(tasks.size());
  for (size_t i = 0; i < tasks.size(); ++i) {
    each[i] = CatchAsStatus([&] { return Resume(i, first, tasks[i]); });
    first += static_cast<int>(foreseen_[i].size());
  }
  return absl::OkStatus();
}

absl::Status EvaluationBatch::Resume(size_t number, int first, Task* task) {
  const selfplay::Evaluation own = batch_.Answer(static_cast<int>(number));
  if (!IsFinite(own)) {
    return absl::InternalError("a model's answer is not finite");
  }
  for (const selfplay::Question& question : foreseen_[number]) {
    // An answer that is not finite is asked for again if it is needed, and refused then.
    if (const selfplay::Evaluation answer = batch_.Answer(first++); IsFinite(answer)) {
      task->Tell(question, answer);
    }
  }
  task->Resume(own);
  return absl::OkStatus();
}

// The rows of what the tasks wait for come first.
void EvaluationBatch::Gather(std::span<Task* const> tasks, const envs::Game& game) {
  batch_.Begin(game);
  for (const Task* task : tasks) {
    batch_.Add(task->View(), task->Legal());
  }
  foreseen_.clear();
  foreseen_.resize(tasks.size());
  const int most = selfplay::RowsAhead(tasks.size());
  for (size_t i = 0; i < tasks.size(); ++i) {
    tasks[i]->Foresee(most, &foreseen_[i]);
    for (const selfplay::Question& question : foreseen_[i]) {
      batch_.Add(question.View(), question.Legal());
    }
  }
}

}  // namespace kvintet::serving
