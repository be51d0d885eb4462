// GameQueue: a bounded queue of finished games between players and learner.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include <absl/status/status.h>

#include "selfplay/records/game_record.h"

namespace kvintet::training {

// Any thread.
class GameQueue {
 public:
  // REQUIRES: capacity > 0.
  explicit GameQueue(size_t capacity) : capacity_(capacity) {}

  // Waits while the queue is full. Once it is closed, does nothing and returns Cancelled.
  absl::Status Push(selfplay::GameRecord record);
  // Removes the oldest game. Waits for one until `wait` has passed or the queue is closed.
  std::optional<selfplay::GameRecord> Pop(std::chrono::duration<double> wait);
  // No more games can be pushed; those in the queue can still be popped.
  void Close();
  // Whether the queue is closed and empty.
  bool Done() const;

  // Total seconds that callers of Push have waited.
  double PushSeconds() const;
  // Total seconds that popped games spent in the queue.
  double QueueSeconds() const;

 private:
  struct Queued {
    selfplay::GameRecord record;
    std::chrono::steady_clock::time_point since;
  };

  const size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_ from here on.
  std::deque<Queued> games_;
  bool closed_ = false;
  double push_seconds_ = 0;
  double queue_seconds_ = 0;
};

}  // namespace kvintet::training
