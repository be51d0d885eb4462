// EvaluationBatch: see the header.
#include "serving/evaluation_batch.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/status_macros.h"

namespace kvintet::serving {

absl::Status EvaluationBatch::Run(std::span<Task* const> tasks, selfplay::Evaluator* evaluator) {
  Gather(tasks, evaluator->game().Spec());
  const selfplay::EvaluationRequest request = {
      views_.Span().Subspan(0, static_cast<int>(tasks.size())), actions_, offsets_};
  KVINTET_RETURN_IF_ERROR(
      evaluator->Evaluate(request, {.policy_logits = logits_, .wdl = wdl_, .heads = {}}));
  const auto is_finite = [](float value) { return std::isfinite(value); };
  if (!std::ranges::all_of(logits_, is_finite) ||
      !std::ranges::all_of(wdl_, [](const selfplay::Wdl& wdl) {
        return std::isfinite(wdl.win) && std::isfinite(wdl.draw) && std::isfinite(wdl.loss);
      })) {
    return absl::InternalError("a model's answer is not finite");
  }
  for (size_t i = 0; i < tasks.size(); ++i) {
    const auto first = static_cast<size_t>(offsets_[i]);
    const auto last = static_cast<size_t>(offsets_[i + 1]);
    tasks[i]->Resume({std::span<const float>(logits_).subspan(first, last - first), wdl_[i]});
  }
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
