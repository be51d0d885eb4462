// FileLock: a lock with at most one holder at a time, across all processes.
#pragma once

#include <string>

#include <absl/status/statusor.h>

namespace kvintet {

// The system releases the lock when its holder exits or crashes. The file itself remains.
class FileLock {
 public:
  // Locks `path`, creating it if it is missing. Does not wait. FailedPrecondition, naming the
  // process that holds it, if it is locked already; otherwise the reason why it cannot be opened.
  static absl::StatusOr<FileLock> Acquire(const std::string& path);
  // Whether a process holds the lock on `path` now. Does not touch the lock. False if the file does
  // not exist or the system does not tell (it has no /proc/locks).
  static bool IsHeld(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}

  int file_;
};

}  // namespace kvintet
