// JsonLines: see the header.
#include "base/reports/json_lines.h"

#include <cstddef>
#include <string>

#include <absl/status/statusor.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/strip.h>

#include "base/files/file.h"

namespace kvintet {

absl::Status ReadJsonLines(absl::string_view text, absl::string_view path,
                           absl::FunctionRef<absl::Status(const Json& line)> read) {
  size_t number = 0;
  for (const std::string& line : WholeLines(text)) {
    ++number;
    const absl::StatusOr<Json> json = ParseJson(line, "");
    if (!json.ok()) {
      // Its message begins with ":1:COLUMN", since the line is parsed as a text of its own.
      return absl::DataLossError(
          absl::StrCat(path, ":", number, absl::StripPrefix(json.status().message(), ":1")));
    }
    if (const absl::Status status = read(*json); !status.ok()) {
      const bool broken = absl::IsInvalidArgument(status);
      return absl::Status(broken ? absl::StatusCode::kDataLoss : status.code(),
                          absl::StrCat(path, ":", number, ": ", status.message()));
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet
