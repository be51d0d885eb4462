// FindModels, OneModel: see the header.
#include "cli/model_folder.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace kvintet::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kLatest[] = "latest.model";
constexpr char kText[] = ".md";

struct Candidate {
  fs::file_time_type time;
  std::string path;
};

// The model files that a folder offers, the newest first.
absl::StatusOr<std::vector<std::string>> Candidates(const std::string& folder) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  std::vector<Candidate> found;
  for (const std::string& name : names) {
    std::error_code error;
    fs::path path = fs::path(folder) / name;
    if (fs::is_directory(path, error)) {
      path /= kLatest;
    }
    const bool wanted =
        name.front() != '.' && path.extension() != kText && fs::is_regular_file(path, error);
    const fs::file_time_type time = fs::last_write_time(path, error);
    if (wanted && !error) {
      found.push_back({time, path.string()});
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &Candidate::time);
  std::vector<std::string> paths;
  for (const Candidate& candidate : found) {
    paths.push_back(candidate.path);
  }
  return paths;
}

absl::StatusOr<std::vector<FoundModel>> LoadOne(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model, network::LoadModel(path));
  std::vector<FoundModel> models;
  models.push_back({path, std::move(model)});
  return models;
}

}  // namespace

absl::StatusOr<std::vector<FoundModel>> FindModels(const std::string& path) {
  std::error_code error;
  const std::string latest = (fs::path(path) / kLatest).string();
  if (fs::is_regular_file(path, error)) {
    return LoadOne(path);
  }
  if (fs::is_regular_file(latest, error)) {
    return LoadOne(latest);
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> paths, Candidates(path));
  std::vector<FoundModel> models;
  std::set<std::string> games;
  for (const std::string& candidate : paths) {
    absl::StatusOr<network::NamedModel> model = network::LoadModel(candidate);
    if (!model.ok()) {
      LogWarning("cli", "no model, passed over",
                 {{"file", candidate}, {"why", model.status().message()}});
    } else if (games.insert(model->model.head.game).second) {
      models.push_back({candidate, *std::move(model)});
    }
  }
  return models;
}

absl::StatusOr<FoundModel> OneModel(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(std::vector<FoundModel> found, FindModels(path));
  if (found.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted one model, ", path, " has ", found.size()));
  }
  return std::move(found.front());
}

}  // namespace kvintet::cli
