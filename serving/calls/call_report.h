// CallReport: how a call ended, for metrics and logs.
#pragma once

#include <cstddef>

#include "absl/status/status.h"

namespace kvintet::serving {

// Contains nothing of the request or the answer.
struct CallReport {
  // "kvintet.v1.RulesService/Describe".
  const char* method;
  // From arrival until gRPC had completed the call.
  double seconds;
  size_t request_bytes;
  absl::Status status;
};

}  // namespace kvintet::serving
