// ForcedExit: ends the process when stopping takes too long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace kvintet::serving {

// The exit code of a process that had to be ended so.
inline constexpr int kForcedExitCode = 70;

// After so long the process ends at once, unless this is gone by then.
class ForcedExit {
 public:
  explicit ForcedExit(std::chrono::milliseconds after);

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Last: stopped and joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
