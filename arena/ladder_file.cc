// LadderFile: see the header.
#include "arena/ladder_file.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/statistics/counts.h"
#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
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

absl::Status CheckSame(const LadderSettings& wanted, const Json& line) {
  KVINTET_ASSIGN_OR_RETURN(const LadderSettings found, SettingsOf(line));
  return InFull(found) == InFull(wanted) ? absl::OkStatus()
                                         : absl::FailedPreconditionError(absl::StrCat(
                                               "begun with other settings: ", ToJsonLine(line),
                                               "; wanted: ", ToJsonLine(ToJson(wanted))));
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

}  // namespace

absl::StatusOr<LadderSettings> LadderFile::ReadSettings(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  // Without any newline, find gives npos, and npos + 1 is 0.
  text.resize(text.find('\n') + 1);
  if (text.empty()) {
    return absl::NotFoundError(absl::StrCat(path, " has no whole line"));
  }
  LadderSettings settings;
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(settings, SettingsOf(line));
    return absl::OkStatus();
  }));
  return settings;
}

absl::StatusOr<LadderFile> LadderFile::Open(const std::string& path,
                                            const LadderSettings& settings) {
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(path + ".lock"));
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  bool begun = false;
  std::vector<LadderBatch> batches;
  const auto read = [&](const Json& line) -> absl::Status {
    if (!std::exchange(begun, true)) {
      return CheckSame(settings, line);
    }
    KVINTET_ASSIGN_OR_RETURN(batches.emplace_back(), BatchOf(line));
    return absl::OkStatus();
  };
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, read));
  if (!begun) {
    KVINTET_RETURN_IF_ERROR(AppendLine(path, ToJsonLine(ToJson(settings)), Sync::kYes));
  }
  return LadderFile(path, std::move(lock), std::move(batches));
}

absl::Status LadderFile::Add(const LadderBatch& batch) {
  KVINTET_RETURN_IF_ERROR(AppendLine(path_, ToJsonLine(ToJson(batch)), Sync::kYes));
  batches_.push_back(batch);
  return absl::OkStatus();
}

}  // namespace kvintet::arena
