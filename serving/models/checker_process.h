// CheckerProcess: looks at files that nobody trusts yet, in processes that can do no harm.
//
// A model's file is checked byte by byte where it is read; should that have a fault, a made-up file
// brings down a process that has little memory, no network and no right to write, and not the
// service.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::serving {

// What a process that checks may use.
struct CheckerLimits {
  // Of address space, in MiB, beyond what the program has when it starts.
  int memory_mib = 4096;
  int seconds = 60;
};

// Reads a file and looks at it; what it returns goes to who asked.
using FileCheck = std::function<absl::StatusOr<std::string>(const std::string& path)>;

// Any thread; one file at a time.
class CheckerProcess {
 public:
  // Forks a process that waits for files and forks another for each. REQUIRES: there are no threads
  // yet. Internal where the system has no room for it.
  static absl::StatusOr<std::unique_ptr<CheckerProcess>> Start(FileCheck check,
                                                               const CheckerLimits& limits);
  // Ends the waiting process, and what it is looking at.
  ~CheckerProcess();

  // What the check returned. DataLoss also where the process that looked died or took too long.
  absl::StatusOr<std::string> Check(const std::string& path);

 private:
  CheckerProcess(int process, int socket) : process_(process), socket_(socket) {}

  // The waiting process.
  const int process_;
  std::mutex mutex_;
  // Guarded by mutex_. Its other end is that process's.
  const int socket_;
};

}  // namespace kvintet::serving
