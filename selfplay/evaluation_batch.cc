// EvaluationBatch: see the header.
#include "selfplay/evaluation_batch.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/action_mask.h"

namespace kvintet::selfplay {

using envs::Action;

EvaluationBatch::EvaluationBatch(const envs::Game& game, int capacity)
    : game_(game),
      capacity_(capacity),
      views_(capacity, game.Spec().view_bytes),
      offsets_(1),
      wdl_(static_cast<size_t>(capacity)),
      image_mask_(static_cast<size_t>(game.Spec().MaskWords())),
      image_of_(static_cast<size_t>(game.Spec().num_actions)) {}

void EvaluationBatch::Clear() {
  count_ = 0;
  actions_.clear();
  source_.clear();
  offsets_.resize(1);
}

void EvaluationBatch::Add(envs::ConstViews one, std::span<const Action> legal, int symmetry) {
  KVINTET_CHECK(!Full());
  if (symmetry == 0) {
    envs::CopyRows<envs::ViewTag>(one, views_[count_]);
    const auto first = static_cast<int32_t>(actions_.size());
    actions_.insert(actions_.end(), legal.begin(), legal.end());
    for (int32_t i = first; i < static_cast<int32_t>(actions_.size()); ++i) {
      source_.push_back(i);
    }
  } else {
    AddImages(one, legal, symmetry);
  }
  offsets_.push_back(static_cast<int32_t>(actions_.size()));
  ++count_;
}

void EvaluationBatch::AddImages(envs::ConstViews one, std::span<const Action> legal, int symmetry) {
  game_.TransformView(symmetry, one, views_[count_]);
  const envs::ActionMask mask(image_mask_);
  std::ranges::fill(image_mask_, 0);
  auto from = static_cast<int32_t>(actions_.size());
  for (const Action action : legal) {
    const Action image = game_.TransformAction(symmetry, one, action);
    mask.Set(image);
    image_of_[static_cast<size_t>(image)] = from++;
  }
  mask.ForEach([this](Action image) {
    actions_.push_back(image);
    source_.push_back(image_of_[static_cast<size_t>(image)]);
  });
  KVINTET_CHECK_EQ(actions_.size(), from);
}

absl::Status EvaluationBatch::Evaluate(Evaluator* evaluator) {
  raw_logits_.resize(actions_.size());
  logits_.resize(actions_.size());
  const EvaluationRequest request = {std::as_const(views_).Span().Subspan(0, count_), actions_,
                                     offsets_};
  const EvaluationResult result = {.policy_logits = raw_logits_,
                                   .wdl = std::span(wdl_).first(static_cast<size_t>(count_))};
  KVINTET_RETURN_IF_ERROR(evaluator->Evaluate(request, result));
  for (size_t i = 0; i < source_.size(); ++i) {
    logits_[static_cast<size_t>(source_[i])] = raw_logits_[i];
  }
  return absl::OkStatus();
}

Evaluation EvaluationBatch::Answer(int i) const {
  const auto first = static_cast<size_t>(offsets_[static_cast<size_t>(i)]);
  const auto last = static_cast<size_t>(offsets_[static_cast<size_t>(i) + 1]);
  return {.logits = std::span(logits_).subspan(first, last - first),
          .wdl = wdl_[static_cast<size_t>(i)]};
}

}  // namespace kvintet::selfplay
