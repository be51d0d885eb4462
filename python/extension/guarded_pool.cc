// GuardedPool: see the header.
#include "python/extension/guarded_pool.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/status_macros.h"

namespace kvintet::python {
namespace {

// Gives each array that `fields` names its size.
class ArraySizes {
 public:
  ArraySizes(const std::vector<std::string>& fields, PoolArrays* arrays)
      : fields_(fields), arrays_(*arrays) {}

  void Set(const envs::EnvSizes& sizes) {
    Size("planes", &arrays_.planes, sizes.planes);
    Size("globals", &arrays_.globals, sizes.globals);
    Size("mask_bits", &arrays_.mask_bits, sizes.mask_bits);
    Size("mask_bytes", &arrays_.mask_bytes, sizes.mask_bytes);
    Size("legal_actions", &arrays_.legal_actions, sizes.mask_bytes);
    Size("legal_counts", &arrays_.legal_counts, sizes.legal_counts);
    Size("to_act", &arrays_.to_act, sizes.rows);
    Size("rewards", &arrays_.rewards, sizes.rewards);
    Size("terminal", &arrays_.terminal, sizes.rows);
    Size("truncated", &arrays_.truncated, sizes.rows);
    Size("offenders", &arrays_.offenders, sizes.rows);
    Size("episode_length", &arrays_.episode_length, sizes.rows);
    Size("episode_return", &arrays_.episode_return, sizes.rewards);
    Size("final_planes", &arrays_.final_planes, sizes.final_planes);
    Size("final_globals", &arrays_.final_globals, sizes.final_globals);
    Size("final_valid", &arrays_.final_valid, sizes.rows);
  }

 private:
  template <typename T>
  void Size(const char* name, std::vector<T>* elements, size_t size) {
    if (std::ranges::find(fields_, name) != fields_.end()) {
      elements->resize(size);
    }
  }

  const std::vector<std::string>& fields_;
  PoolArrays& arrays_;
};

}  // namespace

const std::vector<std::string>& GuardedPool::FieldNames() {
  static const std::vector<std::string> names = {
      "planes",         "globals",      "mask_bits",     "mask_bytes",
      "legal_actions",  "legal_counts", "to_act",        "rewards",
      "terminal",       "truncated",    "offenders",     "episode_length",
      "episode_return", "final_planes", "final_globals", "final_valid"};
  return names;
}

absl::StatusOr<std::shared_ptr<GuardedPool>> GuardedPool::Make(
    const SharedGame& game, const envs::EnvPoolOptions& options,
    const std::vector<std::string>& fields, int buffers) {
  for (const std::string& field : fields) {
    if (std::ranges::find(FieldNames(), field) == FieldNames().end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("fields: '", field, "' is none of ", absl::StrJoin(FieldNames(), ", ")));
    }
  }
  if (buffers < 1 || buffers > 2) {
    return absl::InvalidArgumentError(absl::StrCat("buffers: wanted 1 or 2, found ", buffers));
  }
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::EnvPool> pool,
                           envs::EnvPool::Make(*game, options));
  return std::shared_ptr<GuardedPool>(new GuardedPool(game, std::move(pool), fields, buffers),
                                      &GuardedPool::Delete);
}

void GuardedPool::Delete(GuardedPool* pool) {
  if (getpid() == pool->process_) {
    delete pool;
  }
}

GuardedPool::GuardedPool(SharedGame game, std::unique_ptr<envs::EnvPool> pool,
                         const std::vector<std::string>& fields, int buffers)
    : game_(std::move(game)), process_(getpid()), pool_(std::move(pool)) {
  for (int i = 0; i < buffers; ++i) {
    arrays_.push_back(std::make_shared<PoolArrays>());
    ArraySizes(fields, arrays_.back().get()).Set(pool_->Sizes());
  }
}

GuardedPool::~GuardedPool() {
  if (worker_.joinable()) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return sent_ != Sent::kActions; });
      sent_ = Sent::kEnd;
    }
    changed_.notify_all();
    worker_.join();
  }
}

absl::Status GuardedPool::Enter() {
  if (getpid() != process_) {
    return absl::FailedPreconditionError(
        "this pool was made before the process forked; make a new pool in the child process");
  }
  if (busy_.exchange(true, std::memory_order_acquire)) {
    return absl::FailedPreconditionError(
        "this pool is busy: another thread uses it, or recv has not been called after send");
  }
  return absl::OkStatus();
}

absl::Status GuardedPool::Guarded(absl::FunctionRef<absl::Status()> deed) {
  KVINTET_RETURN_IF_ERROR(Enter());
  absl::Status status = deed();
  busy_.store(false, std::memory_order_release);
  return status;
}

absl::Status GuardedPool::CheckWasReset() const {
  return was_reset_ ? absl::OkStatus()
                    : absl::FailedPreconditionError("this pool was not reset; call reset() first");
}

envs::EnvBuffers GuardedPool::BuffersOf(size_t buffer) {
  PoolArrays& arrays = *arrays_[buffer];
  return {.planes = arrays.planes,
          .globals = arrays.globals,
          .mask_bits = arrays.mask_bits,
          .mask_bytes = arrays.mask_bytes,
          .legal_actions = arrays.legal_actions,
          .legal_counts = arrays.legal_counts,
          .to_act = arrays.to_act,
          .rewards = arrays.rewards,
          .terminal = arrays.terminal,
          .truncated = arrays.truncated,
          .offenders = arrays.offenders,
          .episode_length = arrays.episode_length,
          .episode_return = arrays.episode_return,
          .final_planes = arrays.final_planes,
          .final_globals = arrays.final_globals,
          .final_valid = arrays.final_valid};
}

absl::Status GuardedPool::Reset(std::optional<Rows> rows, size_t buffer) {
  return Guarded([&]() -> absl::Status {
    if (rows.has_value()) {
      KVINTET_RETURN_IF_ERROR(CheckWasReset());
      pool_->Reset(*rows, BuffersOf(buffer));
      return absl::OkStatus();
    }
    pool_->Reset(BuffersOf(buffer));
    was_reset_ = true;
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::Step(std::span<const envs::Action> actions, size_t buffer) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    return pool_->Step(actions, BuffersOf(buffer));
  });
}

absl::Status GuardedPool::Show(size_t buffer) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    pool_->Show(BuffersOf(buffer));
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::SampleActions(std::span<envs::Action> actions) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    pool_->SampleActions(actions);
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::SetSeeds(Rows rows, const std::vector<uint64_t>& seeds) {
  return Guarded([&] {
    pool_->SetSeeds(rows, seeds);
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::SetStarts(Rows rows, const std::string& text) {
  return Guarded([&] { return pool_->SetStarts(rows, text); });
}

absl::Status GuardedPool::Gather(Rows rows, StoredRows* to) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    pool_->Gather(rows, &to->rows);
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::Scatter(const StoredRows& from, Rows rows, size_t buffer) {
  if (from.game->Spec().text != game_->Spec().text) {
    return absl::InvalidArgumentError(absl::StrCat("stored: wanted rows of ", game_->Spec().text,
                                                   ", found rows of ", from.game->Spec().text));
  }
  if (from.rows.states.size() != rows.size()) {
    return absl::InvalidArgumentError(absl::StrCat("rows: wanted one for each of the ",
                                                   from.rows.states.size(), " stored rows, found ",
                                                   rows.size()));
  }
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    pool_->Scatter(from.rows, rows, BuffersOf(buffer));
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::CloneRow(int from, Rows to, size_t buffer) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    pool_->CloneRow(from, to, BuffersOf(buffer));
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::MakeView(int row, envs::Seat seat, envs::Views view) {
  return Guarded([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    game_->MakeViews(pool_->Position(row), std::span(&seat, 1), view);
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::Send(std::vector<envs::Action> actions, size_t buffer) {
  KVINTET_RETURN_IF_ERROR(Enter());
  if (absl::Status status = CheckWasReset(); !status.ok()) {
    busy_.store(false, std::memory_order_release);
    return status;
  }
  if (!worker_.joinable()) {
    worker_ = std::thread([this] { Work(); });
  }
  {
    const std::lock_guard lock(mutex_);
    actions_ = std::move(actions);
    sent_buffer_ = buffer;
    sent_ = Sent::kActions;
  }
  changed_.notify_all();
  return absl::OkStatus();
}

absl::Status GuardedPool::Receive() {
  if (getpid() != process_) {
    return Enter();
  }
  std::unique_lock lock(mutex_);
  if (sent_ == Sent::kNothing) {
    return absl::FailedPreconditionError("recv: nothing was sent to this pool; call send first");
  }
  changed_.wait(lock, [this] { return sent_ == Sent::kDone; });
  sent_ = Sent::kNothing;
  busy_.store(false, std::memory_order_release);
  return std::exchange(sent_status_, absl::OkStatus());
}

void GuardedPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return sent_ == Sent::kActions || sent_ == Sent::kEnd; });
    if (sent_ == Sent::kEnd) {
      return;
    }
    sent_status_ = pool_->Step(actions_, BuffersOf(sent_buffer_));
    sent_ = Sent::kDone;
    changed_.notify_all();
  }
}

}  // namespace kvintet::python
