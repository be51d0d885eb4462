// LineProcess: a child process that is sent and sends lines over its standard streams.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::arena {

// Owns the child and kills it when destroyed. The child inherits our standard error. One thread at
// a time.
class LineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  // Longest line that is accepted.
  static constexpr size_t kMaxLine = 1 << 20;

  // Runs `command` in a shell, which handles signals as in a program that was just started.
  static absl::StatusOr<std::unique_ptr<LineProcess>> Start(const std::string& command);
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  // Sends a line (without its newline). DeadlineExceeded when the child does not read it in time,
  // Unavailable when the child has gone.
  absl::Status Send(const std::string& line, Clock::time_point deadline);
  // The next line, without its CR LF or LF. DeadlineExceeded when none comes in time, Unavailable
  // when the child has gone.
  absl::StatusOr<std::string> Receive(Clock::time_point deadline);

 private:
  LineProcess(pid_t child, int socket) : child_(child), socket_(socket) {}

  pid_t child_;
  int socket_;
  // Bytes read and not yet returned.
  std::string pending_;
};

}  // namespace kvintet::arena
