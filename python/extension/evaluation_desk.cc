// EvaluationDesk: see the header.
#include "python/extension/evaluation_desk.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/status_macros.h"

namespace kvintet::python {
namespace {

// Makes room for `size` elements. What Python code may still hold is left as it is.
template <typename T>
void Grow(size_t size, DeskBatch::Shared<T>* elements) {
  if (*elements == nullptr || (*elements)->size() < size) {
    const size_t before = *elements == nullptr ? 0 : (*elements)->size();
    *elements = std::make_shared<std::vector<T>>(std::max(size, 2 * before));
  }
}

// Asks a desk. One thread at a time.
class DeskEvaluator final : public selfplay::Evaluator {
 public:
  DeskEvaluator(EvaluationDesk* desk, int capacity) : desk_(*desk) {
    const envs::GameSpec& spec = game().Spec();
    const auto rows = static_cast<size_t>(capacity);
    Grow(rows * static_cast<size_t>(spec.PlaneBytes()), &batch_->planes);
    Grow(rows * static_cast<size_t>(spec.globals), &batch_->globals);
    Grow(rows + 1, &batch_->offsets);
    if (desk_.Layout() != PolicyLayout::kLegal) {
      Grow(rows * LayoutWidth(spec, desk_.Layout()), &batch_->mask);
    }
  }

  const envs::Game& game() const override { return desk_.game(); }
  std::string Id() const override { return batch_->name; }

  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    Show(request);
    KVINTET_RETURN_IF_ERROR(desk_.Ask(batch_));
    std::ranges::copy(batch_->logits, result.policy_logits.begin());
    std::ranges::copy(batch_->wdl, result.wdl.begin());
    return absl::OkStatus();
  }

 private:
  void Show(const selfplay::EvaluationRequest& request) {
    const envs::GameSpec& spec = game().Spec();
    const auto rows = static_cast<size_t>(request.Count());
    batch_->rows = rows;
    batch_->views = request.views;
    game().Observe(request.views,
                   std::span(*batch_->planes).first(rows * static_cast<size_t>(spec.PlaneBytes())),
                   std::span(*batch_->globals).first(rows * static_cast<size_t>(spec.globals)));
    Grow(request.actions.size(), &batch_->legal);
    Grow(request.actions.size(), &batch_->entries);
    std::ranges::copy(request.actions, batch_->legal->begin());
    std::ranges::copy(request.offsets, batch_->offsets->begin());
    for (int i = 0; i < request.Count(); ++i) {
      ShowEntries(request, i);
    }
  }

  void ShowEntries(const selfplay::EvaluationRequest& request, int row) {
    const std::span legal = request.Legal(row);
    const auto first = static_cast<size_t>(request.offsets[static_cast<size_t>(row)]);
    const std::span entries = std::span(*batch_->entries).subspan(first, legal.size());
    if (desk_.Layout() == PolicyLayout::kNetwork) {
      game().PolicyIndices(request.views[row], legal, entries);
    } else {
      std::ranges::copy(legal, entries.begin());
    }
    if (desk_.Layout() != PolicyLayout::kLegal) {
      const size_t width = LayoutWidth(game().Spec(), desk_.Layout());
      const std::span mask =
          std::span(*batch_->mask).subspan(static_cast<size_t>(row) * width, width);
      std::ranges::fill(mask, uint8_t{0});
      for (const int32_t entry : entries) {
        mask[static_cast<size_t>(entry)] = 1;
      }
    }
  }

  EvaluationDesk& desk_;
  const std::shared_ptr<DeskBatch> batch_ = std::make_shared<DeskBatch>();
};

absl::Status ClosedDesk() { return absl::CancelledError("self-play was closed"); }

}  // namespace

std::unique_ptr<selfplay::Evaluator> EvaluationDesk::NewEvaluator(int capacity) {
  return std::make_unique<DeskEvaluator>(this, capacity);
}

absl::Status EvaluationDesk::Ask(const std::shared_ptr<DeskBatch>& batch) {
  {
    const std::lock_guard lock(mutex_);
    batch->answered = false;
    ++batch->serial;
    waiting_.push_back(batch);
  }
  on_asked_();
  std::unique_lock lock(mutex_);
  answered_.wait(lock, [&] { return batch->answered || closed_; });
  return batch->answered ? absl::OkStatus() : ClosedDesk();
}

std::shared_ptr<DeskBatch> EvaluationDesk::Oldest() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() || closed_ ? nullptr : waiting_.front();
}

absl::Status EvaluationDesk::Answer(const std::shared_ptr<DeskBatch>& batch, uint64_t serial) {
  {
    const std::lock_guard lock(mutex_);
    KVINTET_RETURN_IF_ERROR(CheckWaitsLocked(*batch, serial));
    std::erase(waiting_, batch);
    batch->answered = true;
  }
  answered_.notify_all();
  return absl::OkStatus();
}

absl::Status EvaluationDesk::CheckWaits(const DeskBatch& batch, uint64_t serial) const {
  const std::lock_guard lock(mutex_);
  return CheckWaitsLocked(batch, serial);
}

absl::Status EvaluationDesk::CheckWaitsLocked(const DeskBatch& batch, uint64_t serial) const {
  if (closed_) {
    return absl::FailedPreconditionError("this self-play was closed");
  }
  if (batch.answered || batch.serial != serial) {
    return absl::FailedPreconditionError(
        "this batch has been answered, and its memory serves the next one");
  }
  return absl::OkStatus();
}

absl::StatusOr<envs::ViewBuffer> EvaluationDesk::ViewOf(const DeskBatch& batch, uint64_t serial,
                                                        size_t row) const {
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(CheckWaitsLocked(batch, serial));
  envs::ViewBuffer view(1, game_.Spec().view_bytes);
  envs::CopyRows<envs::ViewTag>(batch.views[static_cast<int>(row)], view.Span());
  return view;
}

void EvaluationDesk::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  answered_.notify_all();
}

}  // namespace kvintet::python
