// PauseFor: waits, unless asked to stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace kvintet {

// Returns after this time, or as soon as a stop is requested.
inline void PauseFor(std::chrono::duration<double> time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

}  // namespace kvintet
