// StudyShelf: see the header.
#include "serving/reports/study_shelf.h"

#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kGames[] = "/games.jsonl";
constexpr char kReport[] = "/report.json";
constexpr char kKind[] = "balance report";
constexpr int64_t kVersion = 2;
// The longest first line that is read.
constexpr size_t kSettingsBytes = 1 << 20;

// The texts of the games, from the first line of games.jsonl: the settings.
absl::StatusOr<std::vector<std::string>> GamesOf(const std::string& path) {
  std::ifstream file(path);
  std::string line(kSettingsBytes, '\0');
  if (!file.getline(line.data(), static_cast<std::streamsize>(line.size()))) {
    return absl::DataLossError(absl::StrCat(path, ":1: wanted the settings of a study"));
  }
  line.resize(static_cast<size_t>(file.gcount()) - (file.eof() ? 0 : 1));
  KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(line, absl::StrCat(path, ":1")));
  KVINTET_ASSIGN_OR_RETURN(const Json games, JsonMember<Json>(json, "games"));
  std::vector<std::string> texts;
  for (const Json& game : games) {
    KVINTET_ASSIGN_OR_RETURN(std::string text, FromJson<std::string>(game));
    texts.push_back(std::move(text));
  }
  return texts;
}

// The study of `place`. Without results, what a list says of it is all.
absl::StatusOr<v1::GetStudyResponse> ReadStudy(const ReportPlace& place) {
  v1::GetStudyResponse study;
  v1::StudySummary& summary = *study.mutable_summary();
  summary.set_study(place.name);
  summary.set_changed_ms(place.changed_ms);
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> games, GamesOf(place.folder + kGames));
  summary.mutable_games()->Add(games.begin(), games.end());
  const std::string path = place.folder + kReport;
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (absl::IsNotFound(text.status())) {
    return study;
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  absl::StatusOr<v1::StudyReport> report = StudyReportFromJson(*text);
  if (!report.ok()) {
    return absl::DataLossError(absl::StrCat(path, ": ", report.status().message()));
  }
  *study.mutable_report() = *std::move(report);
  summary.set_reported(true);
  summary.set_complete(study.report().complete());
  int64_t played = 0;
  for (const v1::StudyLevel& level : study.report().levels()) {
    played += level.games();
  }
  summary.set_games_played(played);
  return study;
}

}  // namespace

absl::StatusOr<v1::StudyReport> StudyReportFromJson(absl::string_view text) {
  KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(text, "the report"));
  KVINTET_ASSIGN_OR_RETURN(const auto kind, JsonMember<std::string>(json, "kind"));
  KVINTET_ASSIGN_OR_RETURN(const auto version, JsonMember<int64_t>(json, "version"));
  if (kind != kKind || version != kVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted a ", kKind, " of version ", kVersion, ", found a ", kind,
                     " of version ", version, "; the command that made the study writes it anew"));
  }
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  v1::StudyReport report;
  const auto read = google::protobuf::util::JsonStringToMessage(
      std::string(text.data(), text.size()), &report, options);
  if (!read.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "not a ", kKind, ": ", absl::string_view(read.message().data(), read.message().size())));
  }
  return report;
}

StudyShelf::StudyShelf(const std::string& root)
    : folder_(root,
              {.noun = "study", .mark = "games.jsonl", .files = {"games.jsonl", "report.json"}}) {}

absl::StatusOr<v1::ListStudiesResponse> StudyShelf::List() {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<ReportPlace> places, folder_.List());
  v1::ListStudiesResponse list;
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::pair<std::string, v1::StudySummary>> now;
  for (const ReportPlace& place : places) {
    if (list.studies_size() == kMostListed) {
      break;
    }
    const auto known = kept_.find(place.name);
    const bool same = known != kept_.end() && known->second.first == place.stamp;
    now[place.name] = {place.stamp, same ? known->second.second : SummaryOf(place)};
    *list.add_studies() = now[place.name].second;
  }
  kept_ = std::move(now);
  list.set_omitted(static_cast<int>(places.size()) - list.studies_size());
  return list;
}

absl::StatusOr<v1::GetStudyResponse> StudyShelf::Find(const std::string& name) const {
  KVINTET_ASSIGN_OR_RETURN(const ReportPlace place, folder_.Find(name));
  absl::StatusOr<v1::GetStudyResponse> study = ReadStudy(place);
  if (!study.ok()) {
    return folder_.Problem(place, study.status());
  }
  return study;
}

v1::StudySummary StudyShelf::SummaryOf(const ReportPlace& place) const {
  const absl::StatusOr<v1::GetStudyResponse> study = ReadStudy(place);
  if (study.ok()) {
    return study->summary();
  }
  v1::StudySummary summary;
  summary.set_study(place.name);
  summary.set_changed_ms(place.changed_ms);
  summary.set_problem(std::string(folder_.Problem(place, study.status()).message()));
  return summary;
}

}  // namespace kvintet::serving
