// GameQueue: games on their way from those who play to the one who learns, so many at most.
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

  // Waits while the queue is full. Cancelled, and nothing done, once it is closed.
  absl::Status Push(selfplay::GameRecord record);
  // The oldest game; waits for one until `wait` is over or the queue is closed.
  std::optional<selfplay::GameRecord> Pop(std::chrono::duration<double> wait);
  // No more games come; those that are there can still be had.
  void Close();
  // Closed, and no game is left.
  bool Done() const;

  // Seconds that callers of Push have waited, all together.
  double PushSeconds() const;
  // Seconds that games which have been popped were in the queue, all together.
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
