// CheckAnswer: whether an answer of the service is one that its documents know.
#pragma once

#include <cstddef>
#include <string>

#include <google/protobuf/descriptor.h>

#include "absl/status/status.h"

#include "tests/service/inputs/wire_call.h"

namespace kvintet::testing {

// An error says what is wrong with the answer to these bytes. What is refused must have a reason of
// docs/errors.md that is no bug, its status code, a text, time to wait where another try is worth
// it, and a field that the request has, where one is to blame. The library may refuse without
// reason what is no message of the method, as if there were no such method, or, at more than twice
// `max_request_bytes`, what is too large.
absl::Status CheckAnswer(const google::protobuf::MethodDescriptor& method,
                         const std::string& request, size_t max_request_bytes,
                         const WireAnswer& answer);

// Whether a message of the type has the field: "states[3].record", "players.agent".
bool HasField(const google::protobuf::Descriptor& type, const std::string& path);

}  // namespace kvintet::testing
