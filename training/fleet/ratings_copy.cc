// RatingsCopy: see the header.
#include "training/fleet/ratings_copy.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_split.h>
#include <absl/strings/strip.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// The first line describes the table; each other one a player.
absl::Status CheckLine(const Json& line, bool first) {
  KVINTET_ASSIGN_OR_RETURN(const auto kind, JsonMember<std::string>(line, "kind"));
  const absl::string_view wanted = first ? "ladder" : "player";
  if (kind != wanted) {
    return absl::InvalidArgumentError(
        absl::StrCat("kind: wanted \"", wanted, "\", found \"", kind, "\""));
  }
  if (first) {
    KVINTET_RETURN_IF_ERROR(JsonMember<double>(line, "confidence").status());
    return JsonMember<int64_t>(line, "pairs").status();
  }
  KVINTET_RETURN_IF_ERROR(JsonMember<std::string>(line, "player").status());
  KVINTET_RETURN_IF_ERROR(JsonMember<int64_t>(line, "games").status());
  for (const char* figure : {"elo", "low", "high", "score"}) {
    KVINTET_RETURN_IF_ERROR(JsonMember<double>(line, figure).status());
  }
  return absl::OkStatus();
}

// Whether the run has the models of a table that CheckRatings has accepted. Those of an earlier
// stage, which the link may still have, are in another run directory.
absl::Status CheckModels(absl::string_view text, const std::string& run) {
  for (const absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(std::string(line), "the table"));
    const std::string player = json.value("player", "");
    absl::string_view model = player;
    std::error_code error;
    if (absl::ConsumePrefix(&model, "model:") &&
        !std::filesystem::exists(absl::StrCat(run, "/models/", model), error)) {
      return absl::InvalidArgumentError(
          absl::StrCat("wanted ratings of this run's models, found ", player));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckRatings(absl::string_view text) {
  constexpr size_t kMostBytes = size_t{16} << 20;
  if (text.size() > kMostBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted at most ", kMostBytes, " bytes, found ", text.size()));
  }
  std::vector<std::string> lines = absl::StrSplit(text, '\n');
  if (lines.size() < 2 || !lines.back().empty()) {
    return absl::InvalidArgumentError("wanted whole lines, found a part of one");
  }
  lines.pop_back();
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string where = absl::StrCat("line ", i + 1);
    const absl::StatusOr<Json> line = ParseJson(lines[i], where);
    const absl::Status sound = line.ok() ? CheckLine(*line, i == 0) : line.status();
    if (!sound.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(where, ": ", sound.message()));
    }
  }
  return absl::OkStatus();
}

absl::Status RatingsCopy::Take(RunLink* link, Clock::time_point now) {
  if (!pace_.IsDue(now)) {
    return absl::OkStatus();
  }
  absl::StatusOr<std::string> text = link->Ratings();
  if (absl::IsNotFound(text.status())) {
    return absl::OkStatus();
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  std::error_code ignored;
  if (*text == text_ || std::filesystem::exists(run_ + "/ladder.jsonl", ignored)) {
    return absl::OkStatus();
  }
  text_ = *std::move(text);
  absl::Status sound = CheckRatings(text_);
  if (sound.ok()) {
    sound = CheckModels(text_, run_);
  }
  if (!sound.ok()) {
    refusals_.Tell(sound.message());
    return absl::OkStatus();
  }
  return WriteFileAtomically(run_ + "/ratings.jsonl", text_);
}

}  // namespace kvintet::training
