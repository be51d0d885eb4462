// CheckSafeToServe: see the header.
#include "serving/models/safety.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

// Whether the file exists and has one of the permissions.
bool Allows(const std::string& path, mode_t rights) {
  struct stat found = {};
  return stat(path.c_str(), &found) == 0 && (found.st_mode & rights) != 0;
}

absl::Status CheckModels(const std::string& path) {
  std::error_code error;
  std::vector<std::string> places = {path};
  if (!std::filesystem::is_directory(path, error)) {
    // A user who may write to a folder may replace its files.
    places.push_back(std::filesystem::absolute(path, error).parent_path().string());
  }
  for (const std::string& place : places) {
    if (Allows(place, S_IWOTH)) {
      return absl::FailedPreconditionError(
          absl::StrCat("models: everybody may write in ", place,
                       ": wanted a place where others can't (chmod o-w)"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSafeToServe(const ServeConfig& config,
                              const std::vector<std::string>& model_paths) {
  if (geteuid() == 0 && !config.allow_root()) {
    return absl::FailedPreconditionError(
        "serving as root is refused: wanted another user, or "
        "--allow-root (serve { allow_root: true })");
  }
  for (const std::string& path : model_paths) {
    KVINTET_RETURN_IF_ERROR(CheckModels(path));
  }
  if (!config.tokens().empty() && Allows(config.tokens(), S_IWOTH | S_IWGRP)) {
    return absl::FailedPreconditionError(
        absl::StrCat("tokens: others may change ", config.tokens(), " (chmod go-w)"));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::serving
