// Wire: calls any method by name, with arbitrary bytes as the request.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace kvintet::testing {

// The response.
struct WireAnswer {
  // With its details; ok also if we cancelled the stream.
  absl::Status status = {};
  // The bytes of each message.
  std::vector<std::string> messages = {};
};

// One connection to a server. Not thread-safe.
class Wire {
 public:
  // `address` as returned by Server::Address; without TLS.
  explicit Wire(const std::string& address);
  ~Wire();

  // `method` is e.g. "kvintet.v1.RulesService/Describe". A stream is cancelled after `most`
  // messages. `authorization` is sent unchanged unless it is empty.
  WireAnswer Call(const std::string& method, const std::string& request, size_t most,
                  std::chrono::milliseconds timeout, const std::string& authorization = "");

 private:
  struct Connection;
  const std::unique_ptr<Connection> connection_;
};

}  // namespace kvintet::testing
