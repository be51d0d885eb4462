// EvaluationDesk: where threads of self-play leave batches that a thread of Python evaluates.
//
// The threads of self-play never touch Python. Each asks for one batch at a time and sleeps until
// the answer comes, so that whoever calls Python code decides when and on which thread it runs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "python/extension/policy_layout.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::python {

// One batch of views to evaluate, in memory that is reused for the next batch of the same thread.
// `n` is the number of rows, `m` that of their legal actions together. Arrays that Python code
// holds keep their memory, since a vector that must grow is replaced by a new one.
struct DeskBatch {
  template <typename T>
  using Shared = std::shared_ptr<std::vector<T>>;

  size_t rows = 0;
  // [n, planes, height, width] and [n, globals].
  Shared<uint8_t> planes;
  Shared<float> globals;
  // [m]: the legal actions, ascending within a row, and their entries in the layout, which are one
  // array unless the layout is kNetwork.
  Shared<int32_t> legal;
  Shared<int32_t> entries;
  // [n + 1]: row i has the legal actions offsets[i] to offsets[i + 1].
  Shared<int32_t> offsets;
  // [n, width] bytes of 0 or 1; written only when somebody asks for masks. See MaskOf.
  Shared<uint8_t> mask;
  bool has_mask = false;
  // The answer: logits [m] and values [n].
  std::vector<float> logits;
  std::vector<selfplay::Wdl> wdl;
  // The evaluator's name.
  std::string name;
  // The views, borrowed until the batch is answered.
  envs::ConstViews views;
  // Counts the batches that this memory has held. Guarded by the desk's mutex, as is `answered`.
  uint64_t serial = 0;
  bool answered = false;

  // Takes the logits of the legal actions from an answer: [n, width], or [m] if width is 0. True if
  // all of them are finite. REQUIRES: nobody else answers.
  bool TakeLogits(const float* from, size_t width);

  std::span<const int32_t> Offsets() const { return std::span(*offsets).first(rows + 1); }
  size_t NumLegal() const { return static_cast<size_t>((*offsets)[rows]); }
};

class EvaluationDesk {
 public:
  // `game` must outlive the desk.
  EvaluationDesk(const envs::Game& game, PolicyLayout layout) : game_(game), layout_(layout) {}

  // An evaluator for one thread of self-play, which asks at this desk. The desk must outlive it.
  // Its batches have at most `capacity` rows.
  std::unique_ptr<selfplay::Evaluator> NewEvaluator(int capacity);
  // The same, but it writes the arrays of a batch and answers by itself that all is equal. It
  // measures what the writing costs.
  std::unique_ptr<selfplay::Evaluator> NewObserver(int capacity);

  // Waits for the answer. Cancelled if the desk closes.
  absl::Status Ask(const std::shared_ptr<DeskBatch>& batch);
  // The oldest batch without an answer; null if there is none. It stays until it is answered.
  std::shared_ptr<DeskBatch> Oldest() const;
  // Ends the wait of the thread that asked; the batch holds the answer. FailedPrecondition if the
  // batch of this serial number was answered before, or the desk is closed.
  absl::Status Answer(const std::shared_ptr<DeskBatch>& batch, uint64_t serial);
  // FailedPrecondition once the batch of this serial number has been answered.
  absl::Status CheckWaits(const DeskBatch& batch, uint64_t serial) const;
  // The view of one row, copied; errors are those of CheckWaits. REQUIRES: row < batch.rows.
  absl::StatusOr<envs::ViewBuffer> ViewOf(const DeskBatch& batch, uint64_t serial,
                                          size_t row) const;
  // The mask of a batch; errors are those of CheckWaits. From then on, the threads that ask write
  // it themselves. REQUIRES: the layout is not kLegal.
  absl::StatusOr<DeskBatch::Shared<uint8_t>> MaskOf(DeskBatch* batch, uint64_t serial);
  // Whether somebody has asked for a mask.
  bool WantsMasks() const { return wants_masks_.load(std::memory_order_relaxed); }
  // Ends all waits.
  void Close();

  // Called after each new batch. Set before any thread asks.
  void OnAsked(std::function<void()> call) { on_asked_ = std::move(call); }

  const envs::Game& game() const { return game_; }
  PolicyLayout Layout() const { return layout_; }

 private:
  // REQUIRES: mutex_ is held.
  absl::Status CheckWaitsLocked(const DeskBatch& batch, uint64_t serial) const;

  const envs::Game& game_;
  const PolicyLayout layout_;
  std::function<void()> on_asked_;
  std::atomic<bool> wants_masks_ = false;
  mutable std::mutex mutex_;
  std::condition_variable answered_;
  // Guarded by mutex_ from here on.
  std::deque<std::shared_ptr<DeskBatch>> waiting_;
  bool closed_ = false;
};

}  // namespace kvintet::python
