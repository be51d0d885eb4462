// GuardedPool: an EnvPool with its own buffers, safe against what Python code may do with it.
//
// A call while another call runs, in any thread, is refused, and so is every call in a process that
// inherited the pool by fork, where its threads do not exist.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/pool/env_pool.h"
#include "python/extension/handles.h"
#include "python/extension/use_guard.h"

namespace kvintet::python {

// The Python class StoredRows.
struct StoredRows {
  SharedGame game;
  envs::StoredRows rows = {};
};

// One set of arrays, as EnvBuffers describes them; empty where the pool's fields leave one out.
struct PoolArrays {
  std::vector<uint8_t> planes, mask_bytes, to_act, terminal, truncated, offenders, final_planes,
      final_valid;
  std::vector<float> globals, rewards, episode_return, final_globals;
  std::vector<uint64_t> mask_bits;
  std::vector<int32_t> legal_actions, legal_counts, episode_length;
};

class GuardedPool {
 public:
  using Rows = std::span<const int32_t>;

  // `fields` names members of EnvBuffers. InvalidArgument for invalid options or fields, and for a
  // number of buffers other than 1 or 2. A process that inherited the pool by fork never deletes
  // it.
  static absl::StatusOr<std::shared_ptr<GuardedPool>> Make(const SharedGame& game,
                                                           const envs::EnvPoolOptions& options,
                                                           const std::vector<std::string>& fields,
                                                           int buffers);
  const SharedGame& Game() const { return game_; }
  const envs::EnvPoolOptions& Options() const { return pool_->Options(); }

  // Calls visit(name, elements, shape) for each array of a buffer; bytes of 0 or 1 are bools.
  template <typename Visit>
  void VisitArrays(size_t buffer, const Visit& visit);
  // Keeps the arrays of a buffer alive.
  std::shared_ptr<void> Arena(size_t buffer) const { return arrays_[buffer]; }

  // As EnvPool's functions. FailedPrecondition if the pool is busy, was inherited by fork, or has
  // not been reset where it must be; InvalidArgument for rows of another game, and for rows that
  // could not continue here: ended ones under kSameStep, and under kResolve those where chance
  // acts.
  absl::Status Reset(std::optional<Rows> rows, size_t buffer);
  absl::Status Step(std::span<const envs::Action> actions, size_t buffer);
  absl::Status Show(size_t buffer);
  absl::Status SampleActions(std::span<envs::Action> actions);
  absl::Status SetSeeds(Rows rows, const std::vector<uint64_t>& seeds);
  absl::Status SetStarts(Rows rows, const std::string& text);
  absl::Status Gather(Rows rows, StoredRows* to);
  absl::Status Scatter(const StoredRows& from, Rows rows, size_t buffer);
  absl::Status CloneRow(int from, Rows to, size_t buffer);
  // REQUIRES: `view` has the game and a buffer.
  absl::Status MakeView(int row, envs::Seat seat, View* view);

  // Steps in the background; the pool is busy until Receive, which waits for the step and returns
  // its status.
  absl::Status Send(std::vector<envs::Action> actions, size_t buffer);
  absl::Status Receive();

 private:
  static void Delete(GuardedPool* pool);

  GuardedPool(SharedGame game, std::unique_ptr<envs::EnvPool> pool,
              const std::vector<std::string>& fields, int buffers);
  ~GuardedPool();

  // Whether the array of this name is among the pool's fields; it may have no elements.
  bool IsWritten(const std::string& field) const;
  // Calls `deed` unless the pool must refuse or has not been reset.
  absl::Status AfterReset(absl::FunctionRef<void()> deed);
  absl::Status CheckWasReset() const;
  absl::Status CheckMayContinue(const StoredRows& from) const;
  envs::EnvBuffers BuffersOf(size_t buffer);
  // ResourceExhausted if the system starts no thread.
  absl::Status StartWorker();
  // Steps what Send left, until the pool ends.
  void Work();

  const SharedGame game_;
  const std::unique_ptr<envs::EnvPool> pool_;
  const std::vector<std::string> fields_;
  std::vector<std::shared_ptr<PoolArrays>> arrays_;
  UseGuard guard_;
  bool was_reset_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_ from here on.
  enum class Sent : uint8_t { kNothing, kActions, kDone, kEnd };
  Sent sent_ = Sent::kNothing;
  std::vector<envs::Action> actions_;
  size_t sent_buffer_ = 0;
  absl::Status sent_status_;
  // Starts with the first Send.
  std::thread worker_;
};

template <typename Visit>
void GuardedPool::VisitArrays(size_t buffer, const Visit& visit) {
  const envs::GameSpec& spec = game_->Spec();
  const auto extent = [](int size) { return static_cast<size_t>(size); };
  const size_t rows = extent(Options().num_envs);
  const std::vector<size_t> board = {extent(spec.planes), extent(spec.height), extent(spec.width)};
  // The shape of something that each slot has, and of something that each seat has. With one slot
  // per row there is no axis of slots.
  const auto with = [](std::vector<size_t> shape, std::initializer_list<size_t> more) {
    shape.insert(shape.end(), more);
    return shape;
  };
  const std::vector<size_t> row = {rows};
  const std::vector<size_t> slot =
      Options().Slots() == 1 ? row : std::vector<size_t>{rows, Options().Slots()};
  const std::vector<size_t> seat = {rows, envs::kNumSeats};
  PoolArrays& arrays = *arrays_[buffer];
  const auto show = [&](const char* name, auto& elements, const std::vector<size_t>& shape) {
    if (IsWritten(name)) {
      visit(name, elements.data(), shape);
    }
  };
  const auto show_bools = [&](const char* name, std::vector<uint8_t>& elements) {
    if (IsWritten(name)) {
      visit(name, reinterpret_cast<bool*>(elements.data()), row);
    }
  };
  show("planes", arrays.planes, with(slot, {board[0], board[1], board[2]}));
  show("globals", arrays.globals, with(slot, {extent(spec.globals)}));
  show("mask_bits", arrays.mask_bits, with(slot, {extent(spec.MaskWords())}));
  show("mask_bytes", arrays.mask_bytes, with(slot, {extent(spec.num_actions)}));
  show("legal_actions", arrays.legal_actions, with(slot, {extent(spec.num_actions)}));
  show("legal_counts", arrays.legal_counts, slot);
  show("to_act", arrays.to_act, row);
  show("rewards", arrays.rewards, seat);
  show_bools("terminal", arrays.terminal);
  show_bools("truncated", arrays.truncated);
  show("offenders", arrays.offenders, row);
  show("episode_length", arrays.episode_length, row);
  show("episode_return", arrays.episode_return, seat);
  show("final_planes", arrays.final_planes, with(seat, {board[0], board[1], board[2]}));
  show("final_globals", arrays.final_globals, with(seat, {extent(spec.globals)}));
  show_bools("final_valid", arrays.final_valid);
}

}  // namespace kvintet::python
