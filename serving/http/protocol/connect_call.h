// ConnectCall: a call in the Connect protocol (connectrpc.com), between HTTP and gRPC.
//
// A unary call is a POST with a message as its body and its response. A stream's request has one
// message in an envelope; its response is always 200, with a message per envelope and the status in
// the last one.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "serving/http/protocol/codec.h"
#include "serving/http/protocol/http_message.h"
#include "serving/http/protocol/rpc_table.h"

namespace kvintet::serving {

// What the head of a request asks for.
struct ConnectCall {
  const Rpc* rpc = nullptr;
  Codec codec = Codec::kJson;
  // The client's deadline; empty if it sets none.
  std::optional<std::chrono::milliseconds> timeout = {};
  // The field Authorization.
  std::string authorization = {};
  // Fields that responses have besides those of the protocol.
  HttpFields more = {};
};

// Reads the head of a request for `rpc`. Refusals: 405 for another method than POST, 415 for a
// content type that the method does not have, and errors in the form of the protocol: a version
// other than 1, compression, a timeout that is none or 0 (LATE), a query.
std::variant<ConnectCall, HttpResponse> ReadConnectCall(const Rpc& rpc, const HttpRequest& request);

// The bytes of the message in a request's body, or why there is none: TOO_LARGE, BAD_FIELD, or
// Unimplemented.
absl::StatusOr<std::string> RequestMessage(const ConnectCall& call, const std::string& body,
                                           size_t max_bytes);
absl::Status TooLarge(size_t max_bytes);

// The response to a unary call: its message, or the error.
HttpResponse UnaryResponse(const ConnectCall& call, const absl::StatusOr<std::string>& message);

// The head of a stream, an envelope with one of its messages, and the one at its end.
HttpResponse StreamHead(const ConnectCall& call);
absl::StatusOr<std::string> StreamMessage(const ConnectCall& call, const std::string& message);
std::string StreamEnd(const absl::Status& status);

// The response to a call that is refused before it begins.
HttpResponse Refused(const ConnectCall& call, const absl::Status& error);

// An error as JSON, outside a stream.
HttpResponse ErrorResponse(int code, const absl::Status& error);

}  // namespace kvintet::serving
