// EvaluationBatch: see the header.
#include "serving/engine/evaluation_batch.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/status_macros.h"
#include "serving/errors/catch_as_status.h"

namespace kvintet::serving {

absl::Status EvaluationBatch::Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator,
                                  std::span<absl::Status> each) {
  KVINTET_RETURN_IF_ERROR(CatchAsStatus([&] {
    Gather(tasks, evaluator->game().Spec());
    const selfplay::EvaluationRequest request = {
        views_.Span().Subspan(0, static_cast<int>(tasks.size())), actions_, offsets_};
    return evaluator->Evaluate(request, {.policy_logits = logits_, .wdl = wdl_, .heads = {}});
  }));
  for (size_t i = 0; i < tasks.size(); ++i) {
    each[i] = CatchAsStatus([&] { return Resume(i, tasks[i]); });
  }
  return absl::OkStatus();
}

absl::Status EvaluationBatch::Resume(size_t number, Task* task) {
  const auto first = static_cast<size_t>(offsets_[number]);
  const auto last = static_cast<size_t>(offsets_[number + 1]);
  const auto logits = std::span<const float>(logits_).subspan(first, last - first);
  const selfplay::Wdl& wdl = wdl_[number];
  if (!std::ranges::all_of(logits, [](float value) { return std::isfinite(value); }) ||
      !std::isfinite(wdl.win) || !std::isfinite(wdl.draw) || !std::isfinite(wdl.loss)) {
    return absl::InternalError("a model's answer is not finite");
  }
  task->Resume({logits, wdl});
  return absl::OkStatus();
}

void EvaluationBatch::Gather(std::span<Task* const> tasks, const envs::GameSpec& spec) {
  const auto count = static_cast<int>(tasks.size());
  if (views_.Span().Count() < count || views_.Span().RowBytes() != spec.view_bytes) {
    views_ = envs::ViewBuffer(count, spec.view_bytes);
  }
  actions_.clear();
  offsets_.assign(1, 0);
  for (int i = 0; i < count; ++i) {
    const Task& task = *tasks[static_cast<size_t>(i)];
    envs::CopyRows<envs::ViewTag>(task.View(), views_[i]);
    actions_.insert(actions_.end(), task.Legal().begin(), task.Legal().end());
    offsets_.push_back(static_cast<int32_t>(actions_.size()));
  }
  logits_.resize(actions_.size());
  wdl_.resize(tasks.size());
}

}  // namespace kvintet::serving
