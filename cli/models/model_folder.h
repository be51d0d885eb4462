// FindModels, OneModel: find the trained models under a path.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "training/network/files/model_file.h"

namespace kvintet::cli {

// A model and the file it was read from.
struct FoundModel {
  std::string path;
  network::NamedModel model;
};

// A function that reads a model file.
using ModelReader = std::function<absl::StatusOr<network::NamedModel>(const std::string& path)>;

// Calls network::LoadModel.
absl::StatusOr<network::NamedModel> ReadModel(const std::string& path);

// For a model file: that model. For a run directory: its newest model. For any other folder: the
// newest model for each game among the run directories and model files in it. Files that are not
// models are skipped, with a warning unless their ending is .md, .textproto or .jsonl (documents,
// and files about levels). NotFound if nothing exists at `path`.
absl::StatusOr<std::vector<FoundModel>> FindModels(const std::string& path,
                                                   const ModelReader& read = &ReadModel);

// The only model at `path`. InvalidArgument if there are several, or none.
absl::StatusOr<FoundModel> OneModel(const std::string& path);

}  // namespace kvintet::cli
