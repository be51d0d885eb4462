// A disk that fails on demand, loaded with LD_PRELOAD. FAILING_DISK names a file whose content is
// the errno to fail with. Reading, and files that are not databases, keep working.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <typename Function>
Function* Next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// The error with which writing fails now, or 0.
int Failure() {
  const char* path = std::getenv("FAILING_DISK");
  const int file = path == nullptr ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  char text[16] = {};
  const bool read_it = file >= 0 && read(file, text, sizeof(text) - 1) > 0;
  if (file >= 0) {
    close(file);
  }
  return read_it ? std::atoi(text) : 0;
}

bool IsDatabase(int file) {
  char link[64];
  char path[PATH_MAX];
  std::snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof(path) - 1);
  path[size > 0 ? size : 0] = 0;
  return std::strstr(path, ".sqlite") != nullptr;
}

bool Fails(int file) {
  const int error = Failure();
  if (error == 0 || !IsDatabase(file)) {
    return false;
  }
  errno = error;
  return true;
}

}  // namespace

extern "C" ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  static auto* const kNext = Next<decltype(pwrite64)>("pwrite64");
  return Fails(file) ? -1 : kNext(file, bytes, size, at);
}

extern "C" int fdatasync(int file) {
  static auto* const kNext = Next<decltype(fdatasync)>("fdatasync");
  return Fails(file) ? -1 : kNext(file);
}
