// Counts: reads the arrays of counts in the lines of a ladder or a study.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "base/reports/json.h"
#include "base/status_macros.h"

namespace kvintet::arena {

// Reads the member `key`: an array of `n` integers, none of them negative. InvalidArgument, naming
// the key, if it is anything else; then `counts` may have changed.
template <size_t n>
absl::Status ReadCounts(const Json& line, const std::string& key, std::array<int64_t, n>* counts) {
  KVINTET_ASSIGN_OR_RETURN(const Json array, JsonMember<Json>(line, key));
  if (!array.is_array() || array.size() != n) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": wanted ", n, " counts"));
  }
  for (size_t i = 0; i < n; ++i) {
    KVINTET_ASSIGN_OR_RETURN((*counts)[i], FromJson<int64_t>(array[i]));
    if ((*counts)[i] < 0) {
      return absl::InvalidArgumentError(absl::StrCat(key, ": a count is ", (*counts)[i]));
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::arena
