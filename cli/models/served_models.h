// Models as the service offers them, with their levels of strength and what variants they fit.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "cli/models/model_folder.h"
#include "proto/config.pb.h"
#include "serving/models/level_table.h"
#include "serving/models/model_registry.h"
#include "serving/models/model_sandbox.h"

namespace kvintet::cli {

// The work of the checking process: reads a model file, makes its network and evaluates a batch.
// Returns the model's name.
absl::StatusOr<std::string> ValidateModel(const std::string& path);

// Reads a model. If `checker` is not null, another process validates the file first, and it is an
// error if the file has changed since then. Borrows `checker`.
ModelReader ReaderBehind(serving::ModelSandbox* checker);

// Loads the models that FindModels finds under the paths; of each game the first counts. A model
// that cannot be used is skipped with a warning.
absl::StatusOr<serving::ModelRegistry> LoadModels(const std::vector<std::string>& paths,
                                                  const NetworkConfig& config,
                                                  const ModelReader& read);

// Loads a model for an operator, with the same checks as at the start.
absl::StatusOr<serving::ServedModel> LoadServed(const std::string& path,
                                                const NetworkConfig& config,
                                                const ModelReader& read);

// Loads the levels of strength. An invalid file is an error. If two files are for the same game,
// the first counts.
absl::StatusOr<serving::LevelTable> LoadLevels(const std::vector<std::string>& paths);

// Adds how well models play variants. An invalid file is an error.
absl::Status AddFits(const std::vector<std::string>& paths, serving::ModelRegistry* registry);

}  // namespace kvintet::cli
