// FindModels, OneModel: the trained models that lie under a path.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "training/network/files/model_file.h"

namespace kvintet::cli {

// A model with the file that it comes from.
struct FoundModel {
  std::string path;
  network::NamedModel model;
};

// How a file is read.
using ModelReader = std::function<absl::StatusOr<network::NamedModel>(const std::string& path)>;

// network::LoadModel.
absl::StatusOr<network::NamedModel> ReadModel(const std::string& path);

// Of a model file: itself. Of a run directory: its newest. Of a folder: of each run directory and
// each model file in it, the newest for each game; what is no model is passed over, with a warning
// unless it is a text (.md) or of levels (.textproto, .jsonl).
// NotFound if there is nothing at `path`.
absl::StatusOr<std::vector<FoundModel>> FindModels(const std::string& path,
                                                   const ModelReader& read = &ReadModel);

// The only one there. InvalidArgument if there are more, or none.
absl::StatusOr<FoundModel> OneModel(const std::string& path);

}  // namespace kvintet::cli
