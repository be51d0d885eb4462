// FindModels, OneModel: see the header.
#include "cli/models/model_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/reports/log.h"
#include "base/status_macros.h"

namespace kvintet::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kLatest[] = "latest.model";
// Endings of files that may lie beside models: documents, levels of strength and their results.
constexpr std::array<const char*, 3> kBeside = {".md", ".textproto", ".jsonl"};

struct Candidate {
  fs::file_time_type time;
  std::string path;
};

// The files of a folder that may be models, the newest first.
absl::StatusOr<std::vector<std::string>> Candidates(const std::string& folder) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  std::vector<Candidate> found;
  for (const std::string& name : names) {
    std::error_code error;
    fs::path path = fs::path(folder) / name;
    if (fs::is_directory(path, error)) {
      path /= kLatest;
    }
    const bool beside =
        std::ranges::any_of(kBeside, [&](const char* end) { return path.extension() == end; });
    const bool wanted = name.front() != '.' && !beside && fs::is_regular_file(path, error);
    const fs::file_time_type time = fs::last_write_time(path, error);
    if (wanted && !error) {
      found.push_back({time, path.string()});
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &Candidate::time);
  std::vector<std::string> paths;
  paths.reserve(found.size());
  for (const Candidate& candidate : found) {
    paths.push_back(candidate.path);
  }
  return paths;
}

absl::StatusOr<std::vector<FoundModel>> LoadOne(const std::string& path, const ModelReader& read) {
  KVINTET_ASSIGN_OR_RETURN(network::NamedModel model, read(path));
  std::vector<FoundModel> models;
  models.push_back({path, std::move(model)});
  return models;
}

}  // namespace

absl::StatusOr<network::NamedModel> ReadModel(const std::string& path) {
  return network::LoadModel(path);
}

absl::StatusOr<std::vector<FoundModel>> FindModels(const std::string& path,
                                                   const ModelReader& read) {
  std::error_code error;
  const std::string latest = (fs::path(path) / kLatest).string();
  if (fs::is_regular_file(path, error)) {
    return LoadOne(path, read);
  }
  if (fs::is_regular_file(latest, error)) {
    return LoadOne(latest, read);
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> paths, Candidates(path));
  std::vector<FoundModel> models;
  std::set<std::string> games;
  for (const std::string& candidate : paths) {
    absl::StatusOr<network::NamedModel> model = read(candidate);
    if (!model.ok()) {
      LogWarning("cli", "not a model, skipped",
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
