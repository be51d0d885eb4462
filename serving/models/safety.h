// CheckSafeToServe: refuses configurations in which other users could take over the service.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

#include "proto/serve_config.pb.h"

namespace kvintet::serving {

// FailedPrecondition, saying what is unsafe and what is wanted, if the process runs as root (unless
// allow_root), if everybody may write to a model or to a folder of models, or if other users may
// change the tokens. `model_paths` are files and folders.
absl::Status CheckSafeToServe(const ServeConfig& config,
                              const std::vector<std::string>& model_paths);

}  // namespace kvintet::serving
