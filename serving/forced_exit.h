// ForcedExit: ends the process when stopping takes too long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace kvintet::serving {

// The exit code of a process that was ended this way.
inline constexpr int kForcedExitCode = 70;

// Ends the process once the time has passed, unless the object is destroyed before.
class ForcedExit {
 public:
  explicit ForcedExit(std::chrono::milliseconds after);

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Last member, so that it is stopped and joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
