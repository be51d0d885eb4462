// Files: POSIX calls, since std::fstream neither reports why it failed nor syncs.
#include "base/files/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>
#include <absl/strings/string_view.h>

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet {
namespace {

absl::Status ErrorOf(int error, absl::string_view verb, absl::string_view path) {
  const std::string what = absl::StrCat("cannot ", verb, " ", path);
  const std::string reason = std::generic_category().message(error);
  if (error == EROFS) {
    return absl::PermissionDeniedError(absl::StrCat(what, ": ", reason));
  }
  if (error == EFBIG) {
    return absl::ResourceExhaustedError(absl::StrCat(what, ": ", reason));
  }
  return absl::ErrnoToStatus(error, what);
}

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  bool Open() const { return fd_ >= 0; }
  int Fd() const { return fd_; }

  // Closes now, since a late write error may only show here. False with errno set on failure.
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

int OpenRetrying(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

// False with errno set on failure.
bool WriteAll(int fd, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string FolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Writes, syncs and closes a new file. On failure a partly written file may remain.
absl::Status WriteNewFile(const std::string& temporary, absl::string_view bytes,
                          const std::string& path) {
  Descriptor descriptor(OpenRetrying(temporary, O_WRONLY | O_CREAT | O_EXCL));
  if (!descriptor.Open() || !WriteAll(descriptor.Fd(), bytes) || ::fsync(descriptor.Fd()) != 0 ||
      !descriptor.Close()) {
    return ErrorOf(errno, "write", path);
  }
  return absl::OkStatus();
}

// Whether the path leads to a device or a pipe. It takes bytes as they come, and a file in its
// place would take it away from everyone.
bool IsStream(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 &&
         (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode));
}

// The number of the open descriptor of this process to which links lead from the path, such as
// /dev/stdout or /dev/fd/3, whatever is open there; -1 for other paths.
int OwnDescriptor(std::filesystem::path path) {
  // As many links as the system follows.
  constexpr int kMaxLinks = 40;
  const std::filesystem::path own = absl::StrCat("/proc/", ::getpid(), "/fd");
  std::error_code error;
  for (int links = 0; links < kMaxLinks; ++links) {
    const std::filesystem::path folder = std::filesystem::canonical(FolderOf(path.string()), error);
    int number = -1;
    if (!error && folder == own && absl::SimpleAtoi(path.filename().string(), &number)) {
      return number;
    }
    if (error || !std::filesystem::is_symlink(folder / path.filename(), error)) {
      return -1;
    }
    path = folder / std::filesystem::read_symlink(folder / path.filename(), error);
  }
  return -1;
}

// A descriptor for writing to a stream: the one that is open already, or a new one.
int OpenStream(const std::string& path) {
  const int own = OwnDescriptor(path);
  return own >= 0 ? ::fcntl(own, F_DUPFD_CLOEXEC, 0) : OpenRetrying(path, O_WRONLY);
}

absl::Status WriteStream(const std::string& path, absl::string_view bytes) {
  Descriptor descriptor(OpenStream(path));
  if (!descriptor.Open() || !WriteAll(descriptor.Fd(), bytes) || !descriptor.Close()) {
    return ErrorOf(errno, "write", path);
  }
  return absl::OkStatus();
}

// Unique within this process and, by the process id, among the processes of this machine.
std::string TemporaryName(const std::string& path) {
  // Relaxed: the values only have to differ.
  static std::atomic<uint64_t> count = 0;
  return absl::StrCat(path, ".tmp.", ::getpid(), ".",
                      count.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const Descriptor descriptor(OpenRetrying(path, O_RDONLY));
  if (!descriptor.Open()) {
    return ErrorOf(errno, "read", path);
  }
  struct stat status = {};
  if (::fstat(descriptor.Fd(), &status) != 0) {
    return ErrorOf(errno, "read", path);
  }
  if (S_ISDIR(status.st_mode)) {
    return ErrorOf(EISDIR, "read", path);
  }
  std::string bytes;
  // One byte more than the size, so that the end of file is seen without growing the buffer.
  bytes.resize(static_cast<size_t>(status.st_size) + 1);
  size_t used = 0;
  while (true) {
    const ssize_t got = ::read(descriptor.Fd(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return ErrorOf(errno, "read", path);
    }
    if (got == 0) {
      bytes.resize(used);
      return bytes;
    }
    used += static_cast<size_t>(got);
    if (used == bytes.size()) {
      bytes.resize(std::max<size_t>(4096, 2 * bytes.size()));
    }
  }
}

absl::StatusOr<std::string> ReadFileIfAny(const std::string& path) {
  absl::StatusOr<std::string> bytes = ReadFile(path);
  return absl::IsNotFound(bytes.status()) ? std::string() : std::move(bytes);
}

absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes) {
  if (IsStream(path) || OwnDescriptor(path) >= 0) {
    return WriteStream(path, bytes);
  }
  const std::string temporary = TemporaryName(path);
  if (absl::Status status = WriteNewFile(temporary, bytes, path); !status.ok()) {
    ::unlink(temporary.c_str());
    return status;
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return ErrorOf(error, "replace", path);
  }
  return SyncFolder(FolderOf(path));
}

absl::Status AppendLine(const std::string& path, absl::string_view line, Sync sync) {
  KVINTET_CHECK(line.find('\n') == absl::string_view::npos);
  // A new file lasts only once its folder has been stored, too.
  const bool is_new = sync == Sync::kYes && ::access(path.c_str(), F_OK) != 0;
  Descriptor descriptor(OpenRetrying(path, O_WRONLY | O_CREAT | O_APPEND));
  if (!descriptor.Open() || !WriteAll(descriptor.Fd(), absl::StrCat(line, "\n")) ||
      (sync == Sync::kYes && ::fsync(descriptor.Fd()) != 0) || !descriptor.Close()) {
    return ErrorOf(errno, "append to", path);
  }
  return is_new ? SyncFolder(FolderOf(path)) : absl::OkStatus();
}

std::vector<std::string> WholeLines(absl::string_view text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  lines.pop_back();
  return lines;
}

absl::Status CutTornLine(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  if (text.empty() || text.back() == '\n') {
    return absl::OkStatus();
  }
  // Without any newline, rfind gives npos, and npos + 1 is 0.
  return WriteFileAtomically(path, text.substr(0, text.rfind('\n') + 1));
}

absl::Status SyncFolder(const std::string& path) {
  const Descriptor descriptor(OpenRetrying(path, O_RDONLY | O_DIRECTORY));
  // Some file systems cannot sync folders and return EINVAL; then there is nothing to wait for.
  if (!descriptor.Open() || (::fsync(descriptor.Fd()) != 0 && errno != EINVAL)) {
    return ErrorOf(errno, "sync folder", path);
  }
  return absl::OkStatus();
}

absl::Status MakeDirectories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  return error ? ErrorOf(error.value(), "make folder", path) : absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path) {
  std::error_code error;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entry(path, error);
  while (!error && entry != std::filesystem::directory_iterator()) {
    names.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  if (error) {
    return ErrorOf(error.value(), "list folder", path);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace kvintet
