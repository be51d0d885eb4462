// SymmetricEvaluator: see the header.
#include "selfplay/evaluators/symmetric_evaluator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/portable_math.h"
#include "base/status_macros.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::selfplay {
namespace {

// Keeps the logit of an impossible action finite.
constexpr double kLeastProbability = 1e-37;

}  // namespace

SymmetricEvaluator::SymmetricEvaluator(std::unique_ptr<Evaluator> inner)
    : inner_(std::move(inner)),
      symmetries_(inner_->game().Spec().num_symmetries),
      action_images_(inner_->game()) {}

std::string SymmetricEvaluator::Id() const { return absl::StrCat("symmetric:", inner_->Id()); }

int SymmetricEvaluator::PreferredBatch() const {
  return std::max(1, inner_->PreferredBatch() / symmetries_);
}

absl::Status SymmetricEvaluator::Evaluate(const EvaluationRequest& request,
                                          const EvaluationResult& result) {
  images_ = envs::ViewBuffer(request.Count() * symmetries_, game().Spec().view_bytes);
  actions_.clear();
  source_.clear();
  offsets_.assign(1, 0);
  for (int i = 0; i < request.Count(); ++i) {
    for (int symmetry = 0; symmetry < symmetries_; ++symmetry) {
      AddImage(request, i, symmetry);
    }
  }
  logits_.resize(actions_.size());
  wdl_.resize(offsets_.size() - 1);
  KVINTET_RETURN_IF_ERROR(inner_->Evaluate(
      {.views = std::as_const(images_).Span(), .actions = actions_, .offsets = offsets_},
      {.policy_logits = logits_, .wdl = wdl_}));
  size_t at = 0;
  for (int i = 0; i < request.Count(); ++i) {
    const size_t actions = request.Legal(i).size();
    result.wdl[static_cast<size_t>(i)] = MeanOf(static_cast<size_t>(i * symmetries_), actions,
                                                result.policy_logits.subspan(at, actions));
    at += actions;
  }
  return absl::OkStatus();
}

void SymmetricEvaluator::AddImage(const EvaluationRequest& request, int i, int symmetry) {
  const envs::ConstViews view = request.views[i];
  game().TransformView(symmetry, view, images_.Span()[i * symmetries_ + symmetry]);
  action_images_.Append(symmetry, view, request.Legal(i), &actions_, &source_);
  offsets_.push_back(static_cast<int32_t>(actions_.size()));
}

Wdl SymmetricEvaluator::MeanOf(size_t first, size_t actions, std::span<float> logits) {
  powers_.resize(actions);
  probabilities_.resize(actions);
  sums_.assign(actions, 0);
  Wdl mean;
  const auto images = static_cast<float>(symmetries_);
  for (size_t image = first; image < first + static_cast<size_t>(symmetries_); ++image) {
    const auto begin = static_cast<size_t>(offsets_[image]);
    if (actions > 0) {
      Softmax(std::span(logits_).subspan(begin, actions), powers_, probabilities_);
    }
    for (size_t k = 0; k < actions; ++k) {
      sums_[static_cast<size_t>(source_[begin + k])] += static_cast<double>(probabilities_[k]);
    }
    mean.win += wdl_[image].win / images;
    mean.draw += wdl_[image].draw / images;
    mean.loss += wdl_[image].loss / images;
  }
  for (size_t k = 0; k < actions; ++k) {
    logits[k] =
        static_cast<float>(portable::Log(std::max(sums_[k] / symmetries_, kLeastProbability)));
  }
  return mean;
}

}  // namespace kvintet::selfplay
