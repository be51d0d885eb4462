// ModelSandbox: checks untrusted model files in processes that can do no harm.
//
// The code that reads a model's file checks every byte. If that code has a fault, a malicious file
// crashes a process with little memory, no network and no write access, and not the service.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::serving {

// Limits of a checking process.
struct CheckerLimits {
  // Address space in MiB beyond what the program uses at its start.
  int memory_mib = 4096;
  int seconds = 60;
};

// Reads and checks a file. The text that it returns is sent back to the service.
using FileCheck = std::function<absl::StatusOr<std::string>(const std::string& path)>;

// Thread-safe; checks one file at a time.
class ModelSandbox {
 public:
  // Forks a process that waits for requests and forks another process for each file. REQUIRES: the
  // program has no other threads yet. Internal if the system cannot fork.
  static absl::StatusOr<std::unique_ptr<ModelSandbox>> Start(const FileCheck& check,
                                                             const CheckerLimits& limits);
  // Ends the waiting process and any check in progress.
  ~ModelSandbox();

  // The result of the check. DataLoss also if the checking process died or took too long.
  absl::StatusOr<std::string> Check(const std::string& path);

 private:
  ModelSandbox(int process, int socket) : process_(process), socket_(socket) {}

  // The process that waits for requests.
  const int process_;
  std::mutex mutex_;
  // Guarded by mutex_. The other end belongs to that process.
  const int socket_;
};

}  // namespace kvintet::serving
