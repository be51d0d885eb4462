// Listener: a listening socket, on a port or on a path.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/net/address.h"

namespace kvintet::serving {

// Who may connect to a Unix socket: every user who can reach its folder, or only the user of the
// process.
enum class Callers { kAll, kOwner };

// Owns the socket, and the file of a Unix socket.
class Listener {
 public:
  // Starts listening. AlreadyExists if the address is in use or a file is in the way; an unused
  // socket file is replaced. FailedPrecondition, with the reason, if listening is impossible.
  static absl::StatusOr<Listener> Open(ListenAddress address, Callers callers = Callers::kAll);

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  // The file descriptor; it is non-blocking.
  int Descriptor() const { return descriptor_; }
  // The address with the actual port.
  const ListenAddress& Address() const { return address_; }

 private:
  Listener(int descriptor, ListenAddress address);

  int descriptor_;
  ListenAddress address_;
};

// Connects and returns the descriptor, which the caller must close. Does not wait for an answer.
// Unavailable if nobody listens.
absl::StatusOr<int> ConnectTo(const ListenAddress& address);

// The error that Open would return now, or ok.
absl::Status CheckCanListen(const ListenAddress& address);

}  // namespace kvintet::serving
