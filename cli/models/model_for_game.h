// ModelFor: which of the trained models that come with the program plays a game.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::cli {

// In place of a folder: no shipped model takes part.
inline constexpr char kNoModels[] = "none";

// A model that may play a game.
struct ShippedModel {
  // Its file, and its name: the SHA-256 of its bytes.
  std::string path = {};
  std::string name = {};
};

// Where shipped models lie: in `asked`, if that is not empty; else in `models/` of the working
// folder; else where the program's own lie, beside the sources that it was built in or as
// `cmake --install` puts them (share/kvintet/models). Empty: nowhere.
std::string ShippedModelFolder(const std::string& asked);

// The model in `folder` that may play `game`: for now one that was trained for exactly its options.
// Nothing where there is none, or no folder. NotFound where the folder is not there.
absl::StatusOr<std::optional<ShippedModel>> ModelFor(const envs::Game& game,
                                                     const std::string& folder);

}  // namespace kvintet::cli
