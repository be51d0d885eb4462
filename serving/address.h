// ListenAddress: where the service may listen, checked.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::serving {

// One place to listen at: a port on loopback, or a Unix socket.
struct ListenAddress {
  // Empty for a Unix socket; else an address in numbers, IPv6 without brackets.
  std::string host = {};
  // 0: any free one.
  int port = 0;
  std::string path = {};

  // As gRPC takes it: "127.0.0.1:50051", "[::1]:50051", "unix:PATH".
  std::string Text() const;
};

// Reads "HOST:PORT" or "unix:PATH". InvalidArgument unless the host is loopback: there is no TLS
// yet, and the library's port must not be open to others.
absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text);

// AlreadyExists where somebody else listens already or a file is in the way, FailedPrecondition
// with the reason where nobody can listen.
absl::Status CheckCanListen(const ListenAddress& address);

}  // namespace kvintet::serving
