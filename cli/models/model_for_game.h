// ModelFor: which of the models shipped with the program plays a game.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::cli {

// Given in place of a folder: no shipped model takes part.
inline constexpr char kNoModels[] = "none";

// A shipped model.
struct ShippedModel {
  // The path of its file, and its name, which is the SHA-256 of the file.
  std::string path = {};
  std::string name = {};
};

// The folder of the shipped models: `asked` if it is not empty; else `models/` in the working
// directory; else the program's own, which is in the source tree it was built from, or in
// share/kvintet/models after `cmake --install`. Empty if there is none.
std::string ShippedModelFolder(const std::string& asked);

// The model in `folder` that may play `game`: at present, one trained for exactly the same options.
// Empty if there is none or `folder` is empty. NotFound if the folder does not exist.
absl::StatusOr<std::optional<ShippedModel>> ModelFor(const envs::Game& game,
                                                     const std::string& folder);

}  // namespace kvintet::cli
