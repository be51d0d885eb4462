// Listener: a socket that listens, on a port or a path.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/net/address.h"

namespace kvintet::serving {

// Who may connect to a Unix socket: every user of the machine that may reach its folder, or the
// process's own.
enum class Callers { kAll, kOwner };

// Owns the socket, and the file of a Unix socket.
class Listener {
 public:
  // Listens from now on. AlreadyExists where somebody else listens already or a file is in the way
  // (a socket that nobody listens on is replaced), FailedPrecondition with the reason where nobody
  // can listen.
  static absl::StatusOr<Listener> Open(ListenAddress address, Callers callers = Callers::kAll);

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  // The descriptor; reading from it never blocks.
  int Descriptor() const { return descriptor_; }
  // With the port in use.
  const ListenAddress& Address() const { return address_; }

 private:
  Listener(int descriptor, ListenAddress address);

  int descriptor_;
  ListenAddress address_;
};

// Connects without waiting for an answer; gives the descriptor, which is the caller's to close.
// Unavailable where nobody listens.
absl::StatusOr<int> ConnectTo(const ListenAddress& address);

// Whether Open would succeed now; its errors.
absl::Status CheckCanListen(const ListenAddress& address);

}  // namespace kvintet::serving
