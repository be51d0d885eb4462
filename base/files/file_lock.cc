// FileLock: an flock on a file that names its holder.
#include "base/files/file_lock.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/strip.h>

#include "base/files/file.h"

namespace kvintet {
namespace {

constexpr int kNoFile = -1;

absl::Status HeldError(const std::string& path) {
  const absl::StatusOr<std::string> holder = ReadFile(path);
  const std::string process = holder.ok() && !holder->empty() ? *holder : "unknown";
  return absl::FailedPreconditionError(absl::StrCat(path, " is locked: in use by process ",
                                                    std::string(absl::StripSuffix(process, "\n"))));
}

}  // namespace

absl::StatusOr<FileLock> FileLock::Acquire(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", path));
  }
  FileLock lock(file);
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? HeldError(path)
                                : absl::ErrnoToStatus(errno, absl::StrCat("cannot lock ", path));
  }
  // For people who look into the file; the lock works without it.
  const std::string process = absl::StrCat(getpid(), "\n");
  if (ftruncate(file, 0) == 0) {
    [[maybe_unused]] const ssize_t written = write(file, process.data(), process.size());
  }
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, kNoFile)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ != kNoFile) {
    close(file_);
  }
}

}  // namespace kvintet
