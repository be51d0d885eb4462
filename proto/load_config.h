// LoadConfig: reads a program's configuration from a file and the command line.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet {

// Starts from the defaults and applies the file's values, then those of each `--set TEXT`, in
// order. A TEXT is a fragment of text form, "search { simulations: 64 } seed: 3", or a path and a
// value, "search.simulations=64". Errors are InvalidArgument, with a line for each that names the
// file and line or the --set, what was expected and what was found; a missing file is NotFound.
absl::StatusOr<Config> LoadConfig(const std::optional<std::string>& file,
                                  std::span<const std::string> sets);

}  // namespace kvintet
