// StopOnSignal: turns the first SIGINT or SIGTERM into a request to stop.
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

namespace kvintet::cli {

// A second signal ends the program.
//
// The signals are blocked in all threads that are created after this object, and one thread waits
// for them. Create it before anything that starts threads. Only one object may exist at a time.
class StopOnSignal {
 public:
  // `notice` is printed as a line on standard error when the signal arrives.
  explicit StopOnSignal(std::string notice);
  std::stop_token Token() const { return source_.get_token(); }

 private:
  void Wait(const std::stop_token& ended);

  const std::string notice_;
  sigset_t signals_;
  std::stop_source source_;
  // Last, since the thread uses the other members.
  std::jthread thread_;
};

}  // namespace kvintet::cli
