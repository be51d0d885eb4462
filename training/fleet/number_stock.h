// NumberStock: game numbers that an actor has leased and not begun to play.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "training/link/notes.h"

namespace kvintet::training {

// How many numbers an actor should have: enough for some seconds, so that fast actors do not take
// leases all the time. `games_per_second` is its rate.
inline int64_t StockSize(int threads, double games_per_second) {
  constexpr double kSeconds = 20;
  return std::max<int64_t>({threads, 8, static_cast<int64_t>(kSeconds * games_per_second)});
}

// Any thread.
class NumberStock {
 public:
  void Add(const Lease& lease) {
    const std::lock_guard lock(mutex_);
    for (int64_t i = 0; i < lease.count; ++i) {
      numbers_.push_back(static_cast<uint32_t>(lease.first + i));
    }
    changed_.notify_all();
  }
  // While it is paused, Take waits. A thread that has ended a game thus waits with all its games.
  void Pause(bool paused) {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    changed_.notify_all();
  }
  // The next number. Waits for one. None if the stock is closed, or empty and at its end.
  std::optional<uint32_t> Take() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.wait(lock, [this] { return closed_ || (!paused_ && (ends_ || !numbers_.empty())); });
    --waiting_;
    if (closed_ || numbers_.empty()) {
      return std::nullopt;
    }
    const uint32_t number = numbers_.front();
    numbers_.pop_front();
    return number;
  }
  void Close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  // There will be no more numbers than those it has.
  void End() {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  // How many numbers are left, less one for each thread that waits.
  int64_t Left() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int64_t>(numbers_.size()) - waiting_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_ from here on.
  std::deque<uint32_t> numbers_;
  int64_t waiting_ = 0;
  bool closed_ = false;
  bool ends_ = false;
  bool paused_ = false;
};

}  // namespace kvintet::training
