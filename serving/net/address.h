// ListenAddress: where the service may listen, checked.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace kvintet::serving {

// One place to listen at: a port, or a Unix socket.
struct ListenAddress {
  // Empty for a Unix socket; else an address in numbers, IPv6 without brackets.
  std::string host = {};
  // 0: any free one.
  int port = 0;
  std::string path = {};

  // As gRPC takes it: "127.0.0.1:50051", "[::1]:50051", "unix:PATH".
  std::string Text() const;
  // Whether only programs of this machine can call.
  bool IsLocal() const;
};

// From where a server may be called.
enum class Reach { kLoopback, kAnywhere };

// Reads "HOST:PORT" or "unix:PATH". InvalidArgument unless it is one of that reach.
absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text,
                                                 Reach reach = Reach::kLoopback);

}  // namespace kvintet::serving
