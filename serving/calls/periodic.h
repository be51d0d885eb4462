// Periodic: a thread that does something every so often.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace kvintet::serving {

// First after one period. What is being done is done to its end before the destructor returns.
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
  // Last: stopped and joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
