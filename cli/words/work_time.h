// WorkTime: formats a working time.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"

namespace kvintet::cli {

// Formats seconds as `1:02:03`.
inline std::string WorkTime(double seconds) {
  const auto whole = static_cast<int64_t>(seconds);
  return absl::StrFormat("%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace kvintet::cli
