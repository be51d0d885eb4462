// PointTo: symbolic links that readers never miss.
#pragma once

#include <string>

#include <absl/status/status.h>

namespace kvintet::training {

// Makes `link` a symbolic link to `target`, in one step for those who read it, whatever it was.
absl::Status PointTo(const std::string& target, const std::string& link);

}  // namespace kvintet::training
