// PublishedModels: see the header.
#include "training/run/published_models.h"

#include <filesystem>
#include <set>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// Adds the model named in a line of the manifest, if the line is a commit.
absl::Status ReadLine(const Json& line, std::vector<PublishedModel>* models) {
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  if (kind != "commit") {
    return absl::OkStatus();
  }
  PublishedModel model;
  KVINTET_ASSIGN_OR_RETURN(model.name, JsonMember<std::string>(line, "model"));
  KVINTET_ASSIGN_OR_RETURN(model.steps, JsonMember<int64_t>(line, "steps"));
  KVINTET_ASSIGN_OR_RETURN(model.seconds, JsonMember<double>(line, "seconds"));
  models->push_back(std::move(model));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<PublishedModel>> PublishedModels(const std::string& path) {
  const std::string manifest = path + "/manifest.jsonl";
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(manifest));
  std::vector<PublishedModel> models;
  KVINTET_RETURN_IF_ERROR(
      ReadJsonLines(text, manifest, [&](const Json& line) { return ReadLine(line, &models); }));
  std::set<std::string> seen;
  std::error_code ignored;
  std::erase_if(models, [&](const PublishedModel& model) {
    return !seen.insert(model.name).second ||
           !std::filesystem::exists(absl::StrCat(path, "/models/", model.name), ignored);
  });
  return models;
}

}  // namespace kvintet::training
