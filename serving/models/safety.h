// CheckSafeToServe: refuses set-ups in which others could take the service over.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

#include "proto/serve_config.pb.h"

namespace kvintet::serving {

// FailedPrecondition, saying what is unsafe and what is wanted, where the process has all rights
// (unless allow_root), where everybody may write in a folder of models or at a model, or where
// others may change the tokens. `model_paths` are files and folders.
absl::Status CheckSafeToServe(const ServeConfig& config,
                              const std::vector<std::string>& model_paths);

}  // namespace kvintet::serving
