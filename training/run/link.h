// PointTo: replaces a symbolic link so that readers never find it missing.
#pragma once

#include <string>

#include <absl/status/status.h>

namespace kvintet::training {

// Atomically makes `link` a symbolic link to `target`, whatever `link` was before.
absl::Status PointTo(const std::string& target, const std::string& link);

}  // namespace kvintet::training
