// FileLock: an flock on a file that names its holder.
#include "base/files/file_lock.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <absl/status/status.h>
#include <absl/strings/match.h>
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

// A line of /proc/locks: "1: FLOCK ADVISORY WRITE 4711 fe:00:16236720 0 EOF", with the process and
// the inode. The numbers of the device may differ from those that stat gives (overlays), so the
// process that the file names is compared instead.
bool FileLock::IsHeld(const std::string& path) {
  struct stat found = {};
  const absl::StatusOr<std::string> holder = ReadFile(path);
  if (!holder.ok() || stat(path.c_str(), &found) != 0) {
    return false;
  }
  const std::string process(absl::StripSuffix(*holder, "\n"));
  const std::string inode = absl::StrCat(":", found.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    std::istringstream words(line);
    std::string number;
    std::string kind;
    std::string advice;
    std::string mode;
    std::string by;
    std::string file;
    words >> number >> kind >> advice >> mode >> by >> file;
    if (kind == "FLOCK" && by == process && absl::EndsWith(file, inode)) {
      return true;
    }
  }
  return false;
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
