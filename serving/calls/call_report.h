// CallReport: how a call ended, for those who count and those who write it down.
#pragma once

#include <cstddef>

#include "absl/status/status.h"

namespace kvintet::serving {

// Nothing of what the call asked or was answered.
struct CallReport {
  // "kvintet.v1.RulesService/Describe".
  const char* method;
  // From arrival until the library was done with it.
  double seconds;
  size_t request_bytes;
  absl::Status status;
};

}  // namespace kvintet::serving
