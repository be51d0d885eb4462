// QuestionBatch: see the header.
#include "selfplay/search/question_batch.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace kvintet::selfplay {
namespace {

constexpr int kFirstRows = 16;

}  // namespace

void QuestionBatch::Begin(const envs::Game& game) {
  if (views_.Span().RowBytes() != game.Spec().view_bytes) {
    views_ = envs::ViewBuffer(kFirstRows, game.Spec().view_bytes);
  }
  actions_.clear();
  offsets_.assign(1, 0);
}

void QuestionBatch::Add(envs::ConstViews view, std::span<const envs::Action> legal) {
  const int row = Count();
  const int room = views_.Span().Count();
  if (row == room) {
    envs::ViewBuffer larger(2 * room, views_.Span().RowBytes());
    envs::CopyRows<envs::ViewTag>(std::as_const(views_).Span(), larger.Span().Subspan(0, room));
    views_ = std::move(larger);
  }
  envs::CopyRows<envs::ViewTag>(view, views_[row]);
  actions_.insert(actions_.end(), legal.begin(), legal.end());
  offsets_.push_back(static_cast<int32_t>(actions_.size()));
}

absl::Status QuestionBatch::Evaluate(Evaluator* evaluator) {
  logits_.resize(actions_.size());
  wdl_.resize(static_cast<size_t>(Count()));
  const EvaluationRequest request = {std::as_const(views_).Span().Subspan(0, Count()), actions_,
                                     offsets_};
  return evaluator->Evaluate(request, {.policy_logits = logits_, .wdl = wdl_});
}

Evaluation QuestionBatch::Answer(int row) const {
  const auto first = static_cast<size_t>(offsets_[static_cast<size_t>(row)]);
  const auto last = static_cast<size_t>(offsets_[static_cast<size_t>(row) + 1]);
  return {.logits = std::span(logits_).subspan(first, last - first),
          .wdl = wdl_[static_cast<size_t>(row)]};
}

}  // namespace kvintet::selfplay
