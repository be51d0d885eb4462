// Periodic: a thread that calls a function at a fixed interval.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace kvintet::serving {

// The first call comes after one period. The destructor waits for a call in progress.
class Periodic {
 public:
  Periodic(std::chrono::milliseconds period, std::function<void()> work)
      : thread_([this, period, work = std::move(work)](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!changed_.wait_for(lock, stop, period, [&] { return stop.stop_requested(); })) {
            work();
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Last member, so that it is stopped and joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
