// GameQueue: see the header.
#include "training/data/game_queue.h"

#include <utility>

#include "base/seconds.h"

namespace kvintet::training {

using Clock = std::chrono::steady_clock;

absl::Status GameQueue::Push(selfplay::GameRecord record) {
  std::unique_lock lock(mutex_);
  const Clock::time_point begun = Clock::now();
  changed_.wait(lock, [this] { return closed_ || games_.size() < capacity_; });
  push_seconds_ += SecondsSince(begun);
  if (closed_) {
    return absl::CancelledError("the queue of games is closed");
  }
  games_.push_back({std::move(record), Clock::now()});
  changed_.notify_all();
  return absl::OkStatus();
}

std::optional<selfplay::GameRecord> GameQueue::Pop(std::chrono::duration<double> wait) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, wait, [this] { return closed_ || !games_.empty(); });
  if (games_.empty()) {
    return std::nullopt;
  }
  selfplay::GameRecord record = std::move(games_.front().record);
  queue_seconds_ += SecondsSince(games_.front().since);
  games_.pop_front();
  changed_.notify_all();
  return record;
}

void GameQueue::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool GameQueue::Done() const {
  const std::lock_guard lock(mutex_);
  return closed_ && games_.empty();
}

double GameQueue::PushSeconds() const {
  const std::lock_guard lock(mutex_);
  return push_seconds_;
}

double GameQueue::QueueSeconds() const {
  const std::lock_guard lock(mutex_);
  return queue_seconds_;
}

}  // namespace kvintet::training
