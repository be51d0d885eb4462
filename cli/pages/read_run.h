// ReadRunPage: reads what a page shows of a run from its directory.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "cli/pages/run_page.h"

namespace kvintet::cli {

// The run in `directory`, which may be at work. NotFound if there is no run or it has not reported
// anything yet, DataLoss naming the file and line that cannot be read.
absl::StatusOr<RunPage> ReadRunPage(const std::string& directory);

}  // namespace kvintet::cli
