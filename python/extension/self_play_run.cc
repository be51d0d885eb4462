// SelfPlayRun: see the header.
#include "python/extension/self_play_run.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/settings/check_ranges.h"

namespace kvintet::python {
namespace {

// So many finished games may wait until the threads pause.
constexpr size_t kMaxWaiting = 1024;

}  // namespace

absl::StatusOr<std::shared_ptr<SelfPlayRun>> SelfPlayRun::Start(const SelfPlayPlan& plan) {
  KVINTET_RETURN_IF_ERROR(CheckRanges(plan.search));
  KVINTET_RETURN_IF_ERROR(CheckRanges(plan.self_play));
  KVINTET_RETURN_IF_ERROR(CheckSlotSearches(*plan.game, plan.search, plan.self_play));
  std::shared_ptr<SelfPlayRun> run(new SelfPlayRun(plan), &SelfPlayRun::Delete);
  try {
    run->runner_ = std::thread([self = run.get()] { self->Play(); });
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the system starts no thread for self-play: ", error.what()));
  }
  return run;
}

void SelfPlayRun::Delete(SelfPlayRun* run) {
  if (getpid() == run->process_) {
    delete run;
  }
}

SelfPlayRun::SelfPlayRun(const SelfPlayPlan& plan)
    : plan_(plan), process_(getpid()), desk_(*plan.game, plan.layout) {
  desk_.OnAsked([this] {
    // Whoever is about to wait has then seen the batch, or is woken.
    { const std::lock_guard lock(mutex_); }
    changed_.notify_all();
  });
}

SelfPlayRun::~SelfPlayRun() { Close(); }

absl::Status SelfPlayRun::CheckProcess() const {
  return getpid() == process_ ? absl::OkStatus()
                              : absl::FailedPreconditionError(
                                    "this self-play was made before the process forked; "
                                    "make a new one in the child process");
}

selfplay::SelfPlayTask SelfPlayRun::NewTask() {
  const int capacity = plan_.self_play.slots_per_thread;
  return {.game = plan_.game.get(),
          .search = plan_.search,
          .self_play = plan_.self_play,
          .seed = plan_.seed,
          .first_game = plan_.first_game,
          .games = plan_.games,
          .stop = stop_.get_token(),
          .make_evaluator =
              [this, capacity](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
            switch (plan_.judge) {
              case Judge::kPython:
                return desk_.NewEvaluator(capacity);
              case Judge::kUniform:
                return std::make_unique<selfplay::UniformEvaluator>(*plan_.game);
              case Judge::kObserving:
                return desk_.NewObserver(capacity);
            }
            return absl::InternalError("nobody answers");
          },
          .sink = [this](selfplay::GameRecord record) { return Take(std::move(record)); },
          .on_progress =
              [this](const selfplay::SelfPlayStats& so_far) {
                const std::lock_guard lock(mutex_);
                stats_ = so_far;
              }};
}

void SelfPlayRun::Play() {
  const absl::StatusOr<selfplay::SelfPlayStats> played = RunSelfPlay(NewTask());
  {
    const std::lock_guard lock(mutex_);
    status_ = played.status();
    ended_ = true;
  }
  changed_.notify_all();
}

absl::Status SelfPlayRun::Take(selfplay::GameRecord record) {
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return records_.size() < kMaxWaiting || closed_; });
    if (closed_) {
      return absl::CancelledError("self-play was closed");
    }
    records_.push_back(std::move(record));
  }
  changed_.notify_all();
  return absl::OkStatus();
}

absl::StatusOr<SelfPlayEvent> SelfPlayRun::Wait(size_t most, std::chrono::milliseconds patience) {
  KVINTET_RETURN_IF_ERROR(CheckProcess());
  SelfPlayEvent event;
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] {
      event.batch = desk_.Oldest();
      return closed_ || ended_ || !records_.empty() || event.batch != nullptr;
    });
    if (closed_) {
      return absl::FailedPreconditionError("this self-play was closed");
    }
    if (records_.empty()) {
      KVINTET_RETURN_IF_ERROR(status_);
      event.ended = ended_;
      return event;
    }
    event.batch = nullptr;
    for (; !records_.empty() && event.records.size() < most; records_.pop_front()) {
      event.records.push_back(std::move(records_.front()));
    }
  }
  room_.notify_all();
  return event;
}

selfplay::SelfPlayStats SelfPlayRun::Stats() {
  const std::lock_guard lock(mutex_);
  return stats_;
}

void SelfPlayRun::Close() {
  if (!CheckProcess().ok()) {
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  stop_.request_stop();
  desk_.Close();
  room_.notify_all();
  changed_.notify_all();
  const std::lock_guard lock(closing_);
  if (runner_.joinable()) {
    runner_.join();
  }
}

}  // namespace kvintet::python
