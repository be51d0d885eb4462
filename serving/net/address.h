// ListenAddress: a validated address to listen on.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace kvintet::serving {

// A port of an address, or a Unix socket.
struct ListenAddress {
  // Empty for a Unix socket; else a numeric address, IPv6 without brackets.
  std::string host = {};
  // 0: any free port.
  int port = 0;
  std::string path = {};

  // In the form that gRPC takes: "127.0.0.1:50051", "[::1]:50051", "unix:PATH".
  std::string Text() const;
  // Whether only programs on this machine can connect.
  bool IsLocal() const;
};

// From where a server can be reached.
enum class Reach { kLoopback, kAnywhere };

// Parses "HOST:PORT" or "unix:PATH". InvalidArgument for anything else, or for an address beyond
// `reach`.
absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text,
                                                 Reach reach = Reach::kLoopback);

}  // namespace kvintet::serving
