// LadderFile: see the header.
#include "arena/ladder_file.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "envs/text/game_text.h"

namespace kvintet::arena {
namespace {

Json ToJson(const LadderSettings& settings) {
  return {{"kind", "ladder"},
          {"game", settings.game},
          {"seed", settings.seed},
          {"opening_random_plies", settings.opening_random_plies},
          {"max_plies", settings.max_plies},
          {"model_options", settings.model_options}};
}

Json ToJson(const LadderBatch& batch) {
  return {{"kind", "pairs"},
          {"a", batch.a},
          {"b", batch.b},
          {"batch", batch.batch},
          {"a_first", batch.a_first},
          {"b_first", batch.b_first},
          {"pairs", batch.scores.pairs}};
}

absl::Status CheckKind(const Json& line, const std::string& wanted) {
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  return kind == wanted ? absl::OkStatus()
                        : absl::InvalidArgumentError(
                              absl::StrCat("kind must be ", wanted, ", is '", kind, "'"));
}

absl::StatusOr<LadderSettings> SettingsOf(const Json& line) {
  KVINTET_RETURN_IF_ERROR(CheckKind(line, "ladder"));
  LadderSettings settings;
  KVINTET_ASSIGN_OR_RETURN(settings.game, JsonMember<std::string>(line, "game"));
  KVINTET_ASSIGN_OR_RETURN(settings.seed, JsonMember<uint64_t>(line, "seed"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t plies, JsonMember<int64_t>(line, "opening_random_plies"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t most, JsonMember<int64_t>(line, "max_plies"));
  settings.opening_random_plies = static_cast<int>(plies);
  settings.max_plies = static_cast<int>(most);
  KVINTET_ASSIGN_OR_RETURN(settings.model_options, JsonMember<std::string>(line, "model_options"));
  return settings;
}

// Completes settings for comparison: a ladder may have been created by a program that knew fewer
// options of the game.
LadderSettings InFull(LadderSettings settings) {
  settings.game = envs::FullGameText(settings.game);
  return settings;
}

// An array of counts under `key`.
template <size_t n>
absl::Status ReadCounts(const Json& line, const std::string& key, std::array<int64_t, n>* counts) {
  KVINTET_ASSIGN_OR_RETURN(const Json array, JsonMember<Json>(line, key));
  if (!array.is_array() || array.size() != n) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": wanted ", n, " counts"));
  }
  for (size_t i = 0; i < n; ++i) {
    KVINTET_ASSIGN_OR_RETURN((*counts)[i], FromJson<int64_t>(array[i]));
    if ((*counts)[i] < 0) {
      return absl::InvalidArgumentError(absl::StrCat(key, ": a count is ", (*counts)[i]));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LadderBatch> BatchOf(const Json& line) {
  KVINTET_RETURN_IF_ERROR(CheckKind(line, "pairs"));
  LadderBatch batch;
  KVINTET_ASSIGN_OR_RETURN(batch.a, JsonMember<std::string>(line, "a"));
  KVINTET_ASSIGN_OR_RETURN(batch.b, JsonMember<std::string>(line, "b"));
  if (batch.a == batch.b) {
    return absl::InvalidArgumentError(
        absl::StrCat("a, b: wanted two players, found '", batch.a, "' twice"));
  }
  KVINTET_ASSIGN_OR_RETURN(batch.batch, JsonMember<int64_t>(line, "batch"));
  KVINTET_RETURN_IF_ERROR(ReadCounts(line, "a_first", &batch.a_first));
  KVINTET_RETURN_IF_ERROR(ReadCounts(line, "b_first", &batch.b_first));
  KVINTET_RETURN_IF_ERROR(ReadCounts(line, "pairs", &batch.scores.pairs));
  return batch;
}

// Parses lines with `read`, and adds the line's position to errors.
template <typename Read>
auto ReadLine(const std::string& path, size_t number, const std::string& line, const Read& read)
    -> decltype(read(Json())) {
  const std::string where = absl::StrCat(path, ":", number);
  const absl::StatusOr<Json> json = ParseJson(line, where);
  if (!json.ok()) {
    return absl::DataLossError(json.status().message());
  }
  auto value = read(*json);
  if (!value.ok()) {
    return absl::DataLossError(absl::StrCat(where, ": ", value.status().message()));
  }
  return value;
}

}  // namespace

absl::StatusOr<LadderSettings> LadderFile::ReadSettings(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  const std::vector<std::string> lines = WholeLines(text);
  if (lines.empty()) {
    return absl::NotFoundError(absl::StrCat(path, " has no whole line"));
  }
  return ReadLine(path, 1, lines[0], SettingsOf);
}

absl::StatusOr<LadderFile> LadderFile::Open(const std::string& path,
                                            const LadderSettings& settings) {
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(path + ".lock"));
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  absl::StatusOr<std::string> text = ReadFile(path);
  if (absl::IsNotFound(text.status())) {
    text = std::string();
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  const std::vector<std::string> lines = WholeLines(*text);
  if (lines.empty()) {
    KVINTET_RETURN_IF_ERROR(AppendLine(path, ToJsonLine(ToJson(settings)), Sync::kYes));
    return LadderFile(path, std::move(lock), {});
  }
  KVINTET_ASSIGN_OR_RETURN(const LadderSettings found, ReadLine(path, 1, lines[0], SettingsOf));
  if (InFull(found) != InFull(settings)) {
    return absl::FailedPreconditionError(absl::StrCat(path,
                                                      " was begun with other settings: ", lines[0],
                                                      "; wanted: ", ToJsonLine(ToJson(settings))));
  }
  std::vector<LadderBatch> batches;
  for (size_t i = 1; i < lines.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(LadderBatch batch, ReadLine(path, i + 1, lines[i], BatchOf));
    batches.push_back(std::move(batch));
  }
  return LadderFile(path, std::move(lock), std::move(batches));
}

absl::Status LadderFile::Add(const LadderBatch& batch) {
  KVINTET_RETURN_IF_ERROR(AppendLine(path_, ToJsonLine(ToJson(batch)), Sync::kYes));
  batches_.push_back(batch);
  return absl::OkStatus();
}

}  // namespace kvintet::arena
