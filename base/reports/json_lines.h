// JsonLines: reads files that have one JSON value on each line.
#pragma once

#include <absl/functional/function_ref.h>
#include <absl/status/status.h>
#include <absl/strings/string_view.h>

#include "base/reports/json.h"

namespace kvintet {

// Calls `read` with each line of `text`, in order, and stops at the first error. A last line
// without a newline is left out, as by WholeLines. An error begins with "PATH:LINE: ", so `read`
// names only the member. Its code is DataLoss if the line is not JSON or `read` returns
// InvalidArgument, as JsonMember does; otherwise it is that of `read`.
absl::Status ReadJsonLines(absl::string_view text, absl::string_view path,
                           absl::FunctionRef<absl::Status(const Json& line)> read);

}  // namespace kvintet
