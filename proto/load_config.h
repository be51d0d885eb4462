// LoadConfig: the configuration of a program, from a file and the command line.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet {

// The defaults, with the file's values over them, and over these those of each `--set TEXT` in
// their order. A TEXT is a piece of text form, "search { simulations: 64 } seed: 3", or a path and
// a value, "search.simulations=64". Errors, InvalidArgument, name file and line or the --set, what
// was wanted and what was found, one line each; a missing file is NotFound.
absl::StatusOr<Config> LoadConfig(const std::optional<std::string>& file,
                                  std::span<const std::string> sets);

}  // namespace kvintet
