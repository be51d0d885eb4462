// CheckAnswer: checks that a response of the service conforms to its documentation.
#pragma once

#include <cstddef>
#include <string>

#include <google/protobuf/descriptor.h>

#include "absl/status/status.h"

#include "tests/service/inputs/wire_call.h"

namespace kvintet::testing {

// Returns an error that says what is wrong with the response to these bytes. A refusal must have a
// reason of docs/errors.md other than a bug, the reason's status code, a message, a retry delay if
// retrying can help, and, if a field is at fault, a field that the request type has. The gRPC
// library may refuse without a reason: bytes that are not a message of the method, with
// UNIMPLEMENTED, or requests of more than twice `max_request_bytes`, as too large.
absl::Status CheckAnswer(const google::protobuf::MethodDescriptor& method,
                         const std::string& request, size_t max_request_bytes,
                         const WireAnswer& answer);

// Whether a message of the type has the field: "states[3].record", "players.agent".
bool HasField(const google::protobuf::Descriptor& type, const std::string& path);

}  // namespace kvintet::testing
