// GuardedPool: see the header.
#include "python/extension/guarded_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/status_macros.h"

namespace kvintet::python {
namespace {

// Calls visit(name, array, buffer, size) for each member of EnvBuffers. The last three point to the
// members of PoolArrays, EnvBuffers and EnvSizes that belong to it.
template <typename Visit>
void VisitFields(const Visit& visit) {
  using A = PoolArrays;
  using B = envs::EnvBuffers;
  using S = envs::EnvSizes;
  visit("planes", &A::planes, &B::planes, &S::planes);
  visit("globals", &A::globals, &B::globals, &S::globals);
  visit("mask_bits", &A::mask_bits, &B::mask_bits, &S::mask_bits);
  visit("mask_bytes", &A::mask_bytes, &B::mask_bytes, &S::mask_bytes);
  visit("legal_actions", &A::legal_actions, &B::legal_actions, &S::mask_bytes);
  visit("legal_counts", &A::legal_counts, &B::legal_counts, &S::legal_counts);
  visit("to_act", &A::to_act, &B::to_act, &S::rows);
  visit("rewards", &A::rewards, &B::rewards, &S::rewards);
  visit("terminal", &A::terminal, &B::terminal, &S::rows);
  visit("truncated", &A::truncated, &B::truncated, &S::rows);
  visit("offenders", &A::offenders, &B::offenders, &S::rows);
  visit("episode_length", &A::episode_length, &B::episode_length, &S::rows);
  visit("episode_return", &A::episode_return, &B::episode_return, &S::rewards);
  visit("final_planes", &A::final_planes, &B::final_planes, &S::final_planes);
  visit("final_globals", &A::final_globals, &B::final_globals, &S::final_globals);
  visit("final_valid", &A::final_valid, &B::final_valid, &S::rows);
}

std::vector<std::string> FieldNames() {
  std::vector<std::string> names;
  VisitFields([&](const char* name, auto...) { names.emplace_back(name); });
  return names;
}

bool IsAmong(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

absl::StatusOr<std::shared_ptr<GuardedPool>> GuardedPool::Make(
    const SharedGame& game, const envs::EnvPoolOptions& options,
    const std::vector<std::string>& fields, int buffers) {
  const std::vector<std::string> names = FieldNames();
  for (const std::string& field : fields) {
    if (!IsAmong(names, field)) {
      return absl::InvalidArgumentError(
          absl::StrCat("fields: '", field, "' is none of ", absl::StrJoin(names, ", ")));
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
  if (pool->guard_.IsHome()) {
    delete pool;
  }
}

GuardedPool::GuardedPool(SharedGame game, std::unique_ptr<envs::EnvPool> pool,
                         const std::vector<std::string>& fields, int buffers)
    : game_(std::move(game)), pool_(std::move(pool)), fields_(fields) {
  for (int i = 0; i < buffers; ++i) {
    arrays_.push_back(std::make_shared<PoolArrays>());
    VisitFields([&](const char* name, auto array, auto, auto size) {
      if (IsWritten(name)) {
        (arrays_.back().get()->*array).resize(pool_->Sizes().*size);
      }
    });
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

bool GuardedPool::IsWritten(const std::string& field) const { return IsAmong(fields_, field); }

absl::Status GuardedPool::AfterReset(absl::FunctionRef<void()> deed) {
  return guard_.Use([&] {
    absl::Status status = CheckWasReset();
    if (status.ok()) {
      deed();
    }
    return status;
  });
}

absl::Status GuardedPool::CheckWasReset() const {
  return was_reset_ ? absl::OkStatus()
                    : absl::FailedPreconditionError("this pool was not reset; call reset() first");
}

envs::EnvBuffers GuardedPool::BuffersOf(size_t buffer) {
  envs::EnvBuffers buffers;
  VisitFields([&](const char*, auto array, auto member, auto) {
    buffers.*member = arrays_[buffer].get()->*array;
  });
  return buffers;
}

absl::Status GuardedPool::Reset(std::optional<Rows> rows, size_t buffer) {
  if (rows.has_value()) {
    return AfterReset([&] { pool_->Reset(*rows, BuffersOf(buffer)); });
  }
  return guard_.Use([&] {
    pool_->Reset(BuffersOf(buffer));
    was_reset_ = true;
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::Step(std::span<const envs::Action> actions, size_t buffer) {
  return guard_.Use([&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(CheckWasReset());
    return pool_->Step(actions, BuffersOf(buffer));
  });
}

absl::Status GuardedPool::Show(size_t buffer) {
  return AfterReset([&] { pool_->Show(BuffersOf(buffer)); });
}

absl::Status GuardedPool::SampleActions(std::span<envs::Action> actions) {
  return AfterReset([&] { pool_->SampleActions(actions); });
}

absl::Status GuardedPool::SetSeeds(Rows rows, const std::vector<uint64_t>& seeds) {
  return guard_.Use([&] {
    pool_->SetSeeds(rows, seeds);
    return absl::OkStatus();
  });
}

absl::Status GuardedPool::SetStarts(Rows rows, const std::string& text) {
  return guard_.Use([&] { return pool_->SetStarts(rows, text); });
}

absl::Status GuardedPool::Gather(Rows rows, StoredRows* to) {
  return AfterReset([&] { pool_->Gather(rows, &to->rows); });
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
  KVINTET_RETURN_IF_ERROR(CheckMayContinue(from));
  return AfterReset([&] { pool_->Scatter(from.rows, rows, BuffersOf(buffer)); });
}

absl::Status GuardedPool::CheckMayContinue(const StoredRows& from) const {
  for (size_t i = 0; i < from.rows.states.size(); ++i) {
    const envs::RowState& state = from.rows.states[i];
    if (state.phase == envs::RowPhase::kEnded &&
        Options().autoreset == envs::AutoReset::kSameStep) {
      return absl::InvalidArgumentError(
          absl::StrCat("stored: the game of row ", i,
                       " has ended, which no row of a pool with autoreset ", "'same_step' does"));
    }
    if (state.actors.Has(envs::Actor::kChance) && Options().chance == envs::ChanceMode::kResolve) {
      return absl::InvalidArgumentError(absl::StrCat("stored: chance must act in row ", i,
                                                     ", and this pool has chance 'resolve'"));
    }
  }
  return absl::OkStatus();
}

absl::Status GuardedPool::CloneRow(int from, Rows to, size_t buffer) {
  return AfterReset([&] { pool_->CloneRow(from, to, BuffersOf(buffer)); });
}

absl::Status GuardedPool::MakeView(int row, envs::Seat seat, View* view) {
  return AfterReset([&] {
    game_->MakeViews(pool_->Position(row), std::span(&seat, 1), view->buffer.Span());
    view->earlier = EarlierOf(*game_, pool_->HistoryOf(row));
  });
}

absl::Status GuardedPool::StartWorker() {
  if (worker_.joinable()) {
    return absl::OkStatus();
  }
  try {
    worker_ = std::thread([this] { Work(); });
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("send: the system starts no thread for it: ", error.what()));
  }
  return absl::OkStatus();
}

absl::Status GuardedPool::Send(std::vector<envs::Action> actions, size_t buffer) {
  KVINTET_RETURN_IF_ERROR(guard_.Enter());
  absl::Status ready = CheckWasReset();
  if (ready.ok()) {
    ready = StartWorker();
  }
  if (!ready.ok()) {
    guard_.Leave();
    return ready;
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
  if (!guard_.IsHome()) {
    return guard_.Enter();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return sent_ != Sent::kActions; });
  if (sent_ == Sent::kNothing) {
    return absl::FailedPreconditionError("recv: nothing was sent to this pool; call send first");
  }
  sent_ = Sent::kNothing;
  guard_.Leave();
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
