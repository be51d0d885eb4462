// PublishedModels: see the header.
#include "training/run/published_models.h"

#include <filesystem>
#include <set>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// Adds the model named in a line of the manifest, if the line is a commit.
absl::Status ReadLine(const std::string& text, const std::string& where,
                      std::vector<PublishedModel>* models) {
  KVINTET_ASSIGN_OR_RETURN(const Json line, ParseJson(text, where));
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
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  // The text after the last newline is still being written, or was torn by a crash.
  lines.pop_back();
  std::vector<PublishedModel> models;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string where = absl::StrCat(manifest, ":", i + 1);
    if (const absl::Status read = ReadLine(lines[i], where, &models); !read.ok()) {
      return absl::DataLossError(absl::StrCat(where, ": ", read.message()));
    }
  }
  std::set<std::string> seen;
  std::error_code ignored;
  std::erase_if(models, [&](const PublishedModel& model) {
    return !seen.insert(model.name).second ||
           !std::filesystem::exists(absl::StrCat(path, "/models/", model.name), ignored);
  });
  return models;
}

}  // namespace kvintet::training
