// CallResponse: what is sent to a client while its call proceeds, as text on the wire.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/http/protocol/connect_call.h"

namespace kvintet::serving {

// The response to one call. A unary response is sent at the end, a stream message by message, in
// chunks.
class CallResponse {
 public:
  explicit CallResponse(ConnectCall call) : call_(std::move(call)) {}

  // The text for a message of the call; empty if none is to be sent yet. Errors end the call.
  // `keep_open` is whether the connection stays open afterwards.
  absl::StatusOr<std::string> Received(const std::string& message, bool keep_open);
  // The text for the end of the call.
  std::string Ended(const absl::Status& status, bool keep_open);

 private:
  // A part of a stream, after the head if that has not been sent.
  std::string Chunk(const std::string& content, bool keep_open);

  const ConnectCall call_;
  // The message of a unary call.
  std::optional<std::string> received_ = {};
  bool begun_ = false;
};

}  // namespace kvintet::serving
