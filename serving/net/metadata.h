// IsMetadataText: what gRPC can carry as a value of a call's metadata.
#pragma once

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Whether a text consists of printable ASCII characters alone. gRPC ends the process if it is given
// any other value under a name without "-bin".
inline bool IsMetadataText(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_isprint(static_cast<unsigned char>(c)); });
}

}  // namespace kvintet::serving
