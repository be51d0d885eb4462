// FileLock: at most one holder at a time, over all processes.
#pragma once

#include <string>

#include <absl/status/statusor.h>

namespace kvintet {

// The system frees the lock when its holder dies. The file itself stays.
class FileLock {
 public:
  // Locks `path`, made if it is missing, without waiting. FailedPrecondition, naming the holder's
  // process, if it is held; else why the file cannot be opened.
  static absl::StatusOr<FileLock> Acquire(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}

  int file_;
};

}  // namespace kvintet
