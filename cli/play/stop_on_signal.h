// StopOnSignal: the first SIGINT or SIGTERM as a request to stop.
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

namespace kvintet::cli {

// Turns the first SIGINT or SIGTERM into a request to stop; a second one ends the program.
//
// The signals are blocked in every thread made after this one, and awaited by a thread of its own:
// make it before anything that starts threads. One at a time.
class StopOnSignal {
 public:
  // `notice` goes to standard error, as a line, when the signal comes.
  explicit StopOnSignal(std::string notice);
  std::stop_token Token() const { return source_.get_token(); }

 private:
  void Wait(const std::stop_token& ended);

  const std::string notice_;
  sigset_t signals_;
  std::stop_source source_;
  // Last: it uses the others.
  std::jthread thread_;
};

}  // namespace kvintet::cli
