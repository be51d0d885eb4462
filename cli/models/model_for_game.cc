// ModelFor: see the header.
#include "cli/models/model_for_game.h"

#include <array>
#include <filesystem>
#include <system_error>

#include "base/status_macros.h"
#include "cli/models/model_folder.h"

namespace kvintet::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kFolder[] = "models";

}  // namespace

std::string ShippedModelFolder(const std::string& asked) {
  if (!asked.empty()) {
    return asked == kNoModels ? "" : asked;
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  // The program is in build/PRESET/cli of a checkout, or in bin of an installation.
  const std::array<fs::path, 3> places = {
      fs::path(kFolder), program.parent_path().parent_path().parent_path() / kFolder,
      program.parent_path() / "share" / "kvintet" / kFolder};
  for (const fs::path& place : places) {
    if (fs::is_directory(place, error)) {
      return place.string();
    }
  }
  return "";
}

absl::StatusOr<std::optional<ShippedModel>> ModelFor(const envs::Game& game,
                                                     const std::string& folder) {
  if (folder.empty()) {
    return std::nullopt;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<FoundModel> found, FindModels(folder));
  for (const FoundModel& one : found) {
    if (one.model.model.head.game == game.Spec().text) {
      return ShippedModel{.path = one.path, .name = one.model.name};
    }
  }
  return std::nullopt;
}

}  // namespace kvintet::cli
