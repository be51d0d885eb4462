// Errors in the form of the Connect protocol.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace kvintet::serving {

// The HTTP status code for an error, from the protocol's table: 404 for NotFound.
int HttpCodeOf(absl::StatusCode code);

// {"code": "not_found", "message": "...", "details": [...]}. A detail has its type, its bytes as
// base64 without padding, and, if it is one of ours, its fields under "debug".
std::string ErrorJson(const absl::Status& error);

// The content of a stream's last envelope: {} or {"error": ...}.
std::string EndJson(const absl::Status& status);

}  // namespace kvintet::serving
