// Wire: calls of any method by its name, with any bytes for a request.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace kvintet::testing {

// What came back.
struct WireAnswer {
  // With the details that came; ok also where we have given the stream up.
  absl::Status status = {};
  // The bytes of each message.
  std::vector<std::string> messages = {};
};

// One connection to a server. One thread at a time.
class Wire {
 public:
  // `address` as Server::Address has it, without TLS.
  explicit Wire(const std::string& address);
  ~Wire();

  // `method` is "kvintet.v1.RulesService/Describe". A stream is given up after `most` messages.
  // `authorization` is sent as it is, unless it is empty.
  WireAnswer Call(const std::string& method, const std::string& request, size_t most,
                  std::chrono::milliseconds timeout, const std::string& authorization = "");

 private:
  struct Connection;
  const std::unique_ptr<Connection> connection_;
};

}  // namespace kvintet::testing
