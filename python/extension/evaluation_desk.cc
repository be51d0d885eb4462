// EvaluationDesk: see the header.
#include "python/extension/evaluation_desk.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "base/status_macros.h"
#include "selfplay/evaluators/uniform_evaluator.h"

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

void WriteMask(size_t width, DeskBatch* batch) {
  Grow(batch->rows * width, &batch->mask);
  std::fill_n(batch->mask->begin(), batch->rows * width, uint8_t{0});
  const std::span<const int32_t> offsets = batch->Offsets();
  for (size_t row = 0; row < batch->rows; ++row) {
    uint8_t* const mask = batch->mask->data() + row * width;
    for (auto i = static_cast<size_t>(offsets[row]); i < static_cast<size_t>(offsets[row + 1]);
         ++i) {
      mask[(*batch->entries)[i]] = 1;
    }
  }
  batch->has_mask = true;
}

// Writes the arrays of a batch. One thread at a time.
class BatchWriter {
 public:
  BatchWriter(EvaluationDesk* desk, int capacity) : desk_(*desk) {
    const envs::GameSpec& spec = desk_.game().Spec();
    const auto rows = static_cast<size_t>(capacity);
    Grow(rows * static_cast<size_t>(spec.PlaneBytes()), &batch_->planes);
    Grow(rows * static_cast<size_t>(spec.globals), &batch_->globals);
    Grow(rows + 1, &batch_->offsets);
  }

  EvaluationDesk& Desk() const { return desk_; }
  const std::shared_ptr<DeskBatch>& Batch() const { return batch_; }

  void Write(const selfplay::EvaluationRequest& request) {
    const envs::Game& game = desk_.game();
    const envs::GameSpec& spec = game.Spec();
    const auto rows = static_cast<size_t>(request.Count());
    batch_->rows = rows;
    batch_->views = request.views;
    game.Observe(request.views,
                 std::span(*batch_->planes).first(rows * static_cast<size_t>(spec.PlaneBytes())),
                 std::span(*batch_->globals).first(rows * static_cast<size_t>(spec.globals)));
    Grow(request.actions.size(), &batch_->legal);
    std::ranges::copy(request.actions, batch_->legal->begin());
    std::ranges::copy(request.offsets, batch_->offsets->begin());
    WriteEntries(request);
    batch_->has_mask = false;
    if (desk_.WantsMasks()) {
      WriteMask(LayoutWidth(spec, desk_.Layout()), batch_.get());
    }
  }

 private:
  void WriteEntries(const selfplay::EvaluationRequest& request) {
    if (desk_.Layout() != PolicyLayout::kNetwork) {
      batch_->entries = batch_->legal;
      return;
    }
    Grow(request.actions.size(), &batch_->entries);
    for (int row = 0; row < request.Count(); ++row) {
      const std::span legal = request.Legal(row);
      const auto first = static_cast<size_t>(request.offsets[static_cast<size_t>(row)]);
      desk_.game().PolicyIndices(request.views[row], legal,
                                 std::span(*batch_->entries).subspan(first, legal.size()));
    }
  }

  EvaluationDesk& desk_;
  const std::shared_ptr<DeskBatch> batch_ = std::make_shared<DeskBatch>();
};

// Asks a desk. One thread at a time.
class DeskEvaluator final : public selfplay::Evaluator {
 public:
  DeskEvaluator(EvaluationDesk* desk, int capacity) : writer_(desk, capacity) {}

  const envs::Game& game() const override { return writer_.Desk().game(); }
  std::string Id() const override { return writer_.Batch()->name; }

  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    writer_.Write(request);
    KVINTET_RETURN_IF_ERROR(writer_.Desk().Ask(writer_.Batch()));
    std::ranges::copy(writer_.Batch()->logits, result.policy_logits.begin());
    std::ranges::copy(writer_.Batch()->wdl, result.wdl.begin());
    return absl::OkStatus();
  }

 private:
  BatchWriter writer_;
};

// Writes batches for nobody. One thread at a time.
class ObservingEvaluator final : public selfplay::Evaluator {
 public:
  ObservingEvaluator(EvaluationDesk* desk, int capacity)
      : writer_(desk, capacity), uniform_(desk->game()) {}

  const envs::Game& game() const override { return uniform_.game(); }
  std::string Id() const override { return "observing"; }

  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    writer_.Write(request);
    return uniform_.Evaluate(request, result);
  }

 private:
  BatchWriter writer_;
  selfplay::UniformEvaluator uniform_;
};

absl::Status ClosedDesk() { return absl::CancelledError("self-play was closed"); }

}  // namespace

// Without a branch per number, since there are a hundred thousand in a batch.
bool DeskBatch::TakeLogits(const float* from, size_t width) {
  logits.resize(NumLegal());
  const std::span<const int32_t> starts = Offsets();
  const int32_t* const entry = entries->data();
  uint32_t wrong = 0;
  for (size_t row = 0; row < rows; ++row) {
    const float* const own = from + row * width;
    for (int32_t i = starts[row]; i < starts[row + 1]; ++i) {
      const float logit = width == 0 ? from[i] : own[entry[i]];
      logits[static_cast<size_t>(i)] = logit;
      constexpr uint32_t kExponent = 0x7f800000;
      wrong |= (std::bit_cast<uint32_t>(logit) & kExponent) == kExponent ? 1u : 0u;
    }
  }
  return wrong == 0;
}

std::unique_ptr<selfplay::Evaluator> EvaluationDesk::NewEvaluator(int capacity) {
  return std::make_unique<DeskEvaluator>(this, capacity);
}

std::unique_ptr<selfplay::Evaluator> EvaluationDesk::NewObserver(int capacity) {
  return std::make_unique<ObservingEvaluator>(this, capacity);
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

absl::StatusOr<DeskBatch::Shared<uint8_t>> EvaluationDesk::MaskOf(DeskBatch* batch,
                                                                  uint64_t serial) {
  const std::lock_guard lock(mutex_);
  KVINTET_RETURN_IF_ERROR(CheckWaitsLocked(*batch, serial));
  if (!batch->has_mask) {
    wants_masks_ = true;
    WriteMask(LayoutWidth(game_.Spec(), layout_), batch);
  }
  return batch->mask;
}

void EvaluationDesk::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  answered_.notify_all();
}

}  // namespace kvintet::python
