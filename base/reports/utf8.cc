// IsUtf8: see the header.
#include "base/reports/utf8.h"

#include "base/reports/json.h"

namespace kvintet {

bool IsUtf8(const std::string& bytes) {
  // What is no UTF-8 is replaced when it is written.
  const absl::StatusOr<Json> read = ParseJson(ToJsonLine(bytes), "text");
  return read.ok() && *read == Json(bytes);
}

}  // namespace kvintet
