// UseGuard: refuses to use a pool in two calls at once, or in a process that inherited it by fork.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <atomic>

#include "absl/status/status.h"

namespace kvintet::python {

// Any thread may call any function.
class UseGuard {
 public:
  // Whether this process made the pool. In others its threads do not exist.
  bool IsHome() const { return getpid() == process_; }

  // FailedPrecondition if the pool is in use or was inherited by fork; otherwise it is in use until
  // Leave.
  absl::Status Enter() {
    if (!IsHome()) {
      return absl::FailedPreconditionError(
          "this pool was made before the process forked; make a new pool in the child process");
    }
    if (busy_.exchange(true, std::memory_order_acquire)) {
      return absl::FailedPreconditionError(
          "this pool is busy: another thread uses it, or recv has not been called after send");
    }
    return absl::OkStatus();
  }
  void Leave() { busy_.store(false, std::memory_order_release); }

  // Calls `deed`, which returns a status, unless the pool must refuse.
  template <typename Deed>
  absl::Status Use(const Deed& deed) {
    if (absl::Status status = Enter(); !status.ok()) {
      return status;
    }
    // Leaves also where the deed finds no memory and throws.
    const Inside inside{.guard = this};
    return deed();
  }

 private:
  struct Inside {
    UseGuard* guard;
    ~Inside() { guard->Leave(); }
  };

  const pid_t process_ = getpid();
  std::atomic<bool> busy_ = false;
};

}  // namespace kvintet::python
