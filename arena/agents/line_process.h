// LineProcess: another program, spoken to in lines over its standard streams.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::arena {

// Owns the child: ends it when destroyed. Its standard error is ours. One thread at a time.
class LineProcess {
 public:
  // Longest line that is read.
  static constexpr size_t kMaxLine = 1 << 20;

  // Runs `command` by the shell.
  static absl::StatusOr<std::unique_ptr<LineProcess>> Start(const std::string& command);
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  // Sends a line (without its newline). Unavailable when the child has gone.
  absl::Status Send(const std::string& line);
  // The next line. DeadlineExceeded when none comes in time, Unavailable when the child has gone.
  absl::StatusOr<std::string> Receive(std::chrono::milliseconds timeout);

 private:
  LineProcess(pid_t child, int socket) : child_(child), socket_(socket) {}

  pid_t child_;
  int socket_;
  // Read and not yet handed out.
  std::string pending_;
};

}  // namespace kvintet::arena
