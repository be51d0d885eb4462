// BoundedQueue: a blocking queue between producer and consumer threads, with back-pressure.
//
// Put blocks while the queue is full, Get while it is empty. The queue closes itself when its last
// producer is destroyed, so consumers finish once the remaining values are taken.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "base/check.h"

namespace kvintet {

// A first-in-first-out queue of at most `capacity` values. All functions may be called from any
// thread; the queue must outlive its producers.
template <typename T>
class BoundedQueue {
 public:
  // The right to put values. The queue stays open while at least one producer lives, unless Close
  // is called. A producer may be used by one thread at a time.
  class Producer {
   public:
    Producer(Producer&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)) {}
    Producer(const Producer&) = delete;
    Producer& operator=(const Producer&) = delete;
    Producer& operator=(Producer&&) = delete;
    ~Producer() {
      if (queue_ != nullptr) {
        queue_->RemoveProducer();
      }
    }

    // Waits for room. Returns false if the queue is closed: the value is dropped, and the producer
    // should stop. REQUIRES: not moved from.
    bool Put(T value) {
      KVINTET_CHECK(queue_ != nullptr);
      return queue_->Put(std::move(value));
    }

   private:
    friend class BoundedQueue;
    explicit Producer(BoundedQueue* queue) : queue_(queue) {}

    BoundedQueue* queue_;
  };

  // REQUIRES: capacity > 0.
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) { KVINTET_CHECK_GT(capacity, 0); }
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;

  // Create all producers before the first one can be destroyed, or the queue closes too early.
  // Adding a producer to a closed queue is allowed; its Put returns false.
  Producer AddProducer() {
    const std::lock_guard lock(mutex_);
    ++num_producers_;
    return Producer(this);
  }

  // Waits for a value. Empty if the queue is closed and all its values have been taken.
  std::optional<T> Get() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return closed_ || !values_.empty(); });
    return Take(lock);
  }

  // The next value if there is one. Does not wait.
  std::optional<T> TryGet() {
    std::unique_lock lock(mutex_);
    return Take(lock);
  }

  // Rejects further values; those already inside can still be taken. Wakes every waiting thread.
  void Close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    not_full_.notify_all();
    not_empty_.notify_all();
  }

  size_t Size() const {
    const std::lock_guard lock(mutex_);
    return values_.size();
  }

 private:
  bool Put(T value) {
    {
      std::unique_lock lock(mutex_);
      not_full_.wait(lock, [this] { return closed_ || values_.size() < capacity_; });
      if (closed_) {
        return false;
      }
      values_.push_back(std::move(value));
    }
    not_empty_.notify_one();
    return true;
  }

  std::optional<T> Take(std::unique_lock<std::mutex>& lock) {
    if (values_.empty()) {
      return std::nullopt;
    }
    std::optional<T> value = std::move(values_.front());
    values_.pop_front();
    lock.unlock();
    not_full_.notify_one();
    return value;
  }

  void RemoveProducer() {
    const std::lock_guard lock(mutex_);
    if (--num_producers_ == 0) {
      closed_ = true;
      // Notify under the lock: a consumer that sees the end may destroy the queue.
      not_full_.notify_all();
      not_empty_.notify_all();
    }
  }

  const size_t capacity_;

  mutable std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  // Guarded by mutex_.
  std::deque<T> values_;
  int num_producers_ = 0;
  bool closed_ = false;
};

}  // namespace kvintet
