// StudyFile: see the header.
#include "arena/balance/study/study_file.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/statistics/counts.h"
#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "envs/text/game_text.h"

namespace kvintet::arena {
namespace {

// Maximum number of games that a power failure can lose.
constexpr int64_t kSyncEvery = 32;

// Reads an index into a list of `size` elements.
absl::StatusOr<size_t> ReadPlace(const Json& line, const char* key, size_t size) {
  KVINTET_ASSIGN_OR_RETURN(const uint64_t place, JsonMember<uint64_t>(line, key));
  if (place >= size) {
    return absl::InvalidArgumentError(
        absl::StrCat(key, ": wanted less than ", size, ", is ", place));
  }
  return static_cast<size_t>(place);
}

Json ToJson(const StudyLine& line) {
  Json json = {{"kind", "game"},
               {"variant", line.place.variant},
               {"level", line.place.level},
               {"index", line.index},
               {"replica", line.replica}};
  json.update(ToJson(line.game));
  return json;
}

Json ToJson(const StudyDuel& duel) {
  return {{"kind", "duel"},
          {"variant", duel.variant},
          {"a", duel.a},
          {"b", duel.b},
          {"pairs", duel.scores.pairs},
          {"a_first", duel.a_first},
          {"b_first", duel.b_first}};
}

absl::StatusOr<StudyLine> LineOf(const StudySettings& settings, const Json& json) {
  StudyLine line;
  KVINTET_ASSIGN_OR_RETURN(line.place.variant, ReadPlace(json, "variant", settings.games.size()));
  KVINTET_ASSIGN_OR_RETURN(line.place.level, ReadPlace(json, "level", settings.levels.size()));
  KVINTET_ASSIGN_OR_RETURN(line.index, JsonMember<int64_t>(json, "index"));
  KVINTET_ASSIGN_OR_RETURN(const size_t replica, ReadPlace(json, "replica", 2));
  line.replica = static_cast<int>(replica);
  KVINTET_ASSIGN_OR_RETURN(line.game, StudyGameFromJson(json));
  return line;
}

absl::StatusOr<StudyDuel> DuelOf(const StudySettings& settings, const Json& json) {
  StudyDuel duel;
  KVINTET_ASSIGN_OR_RETURN(duel.variant, ReadPlace(json, "variant", settings.games.size()));
  KVINTET_ASSIGN_OR_RETURN(duel.a, ReadPlace(json, "a", settings.levels.size()));
  KVINTET_ASSIGN_OR_RETURN(duel.b, ReadPlace(json, "b", settings.levels.size()));
  KVINTET_RETURN_IF_ERROR(ReadCounts(json, "pairs", &duel.scores.pairs));
  KVINTET_RETURN_IF_ERROR(ReadCounts(json, "a_first", &duel.a_first));
  KVINTET_RETURN_IF_ERROR(ReadCounts(json, "b_first", &duel.b_first));
  return duel;
}

// Completes settings for comparison: a study may have been created by a program that knew fewer
// options of the games.
StudySettings InFull(StudySettings settings) {
  std::ranges::transform(settings.games, settings.games.begin(), envs::FullGameText);
  return settings;
}

absl::Status CheckSame(const StudySettings& wanted, const Json& line) {
  KVINTET_ASSIGN_OR_RETURN(const StudySettings found, SettingsFromJson(line));
  return InFull(found) == InFull(wanted) ? absl::OkStatus()
                                         : absl::FailedPreconditionError(absl::StrCat(
                                               "begun with other settings: ", ToJsonLine(line),
                                               "; wanted: ", ToJsonLine(ToJson(wanted))));
}

}  // namespace

const std::vector<StudyGame>& StudyGames::At(const StudyPlace& place, int replica) const {
  static const auto* const kNone = new std::vector<StudyGame>();
  const auto& all = replica == 0 ? games : replicas;
  const auto found = all.find(place);
  return found == all.end() ? *kNone : found->second;
}

absl::Status StudyFile::Read(const StudySettings& settings, const Json& line) {
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  if (kind == "duel") {
    KVINTET_ASSIGN_OR_RETURN(const StudyDuel duel, DuelOf(settings, line));
    games_.duels.push_back(duel);
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(StudyLine one, LineOf(settings, line));
  std::vector<StudyGame>& games = (one.replica == 0 ? games_.games : games_.replicas)[one.place];
  if (kind != "game" || one.index != std::ssize(games)) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted game ", games.size(), ", found ", kind, " ", one.index));
  }
  games.push_back(std::move(one.game));
  return absl::OkStatus();
}

absl::StatusOr<StudyFile> StudyFile::Open(const std::string& path, const StudySettings& settings) {
  KVINTET_RETURN_IF_ERROR(CheckSettings(settings));
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(path + ".lock"));
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  StudyFile file(path, std::move(lock));
  bool begun = false;
  const auto read = [&](const Json& line) {
    return std::exchange(begun, true) ? file.Read(settings, line) : CheckSame(settings, line);
  };
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, read));
  if (!begun) {
    KVINTET_RETURN_IF_ERROR(AppendLine(path, ToJsonLine(ToJson(settings)), Sync::kYes));
  }
  return file;
}

absl::Status StudyFile::Add(const std::vector<StudyLine>& lines) {
  for (const StudyLine& line : lines) {
    const Sync sync = ++lines_ % kSyncEvery == 0 ? Sync::kYes : Sync::kNo;
    KVINTET_RETURN_IF_ERROR(AppendLine(path_, ToJsonLine(ToJson(line)), sync));
    (line.replica == 0 ? games_.games : games_.replicas)[line.place].push_back(line.game);
  }
  return absl::OkStatus();
}

absl::Status StudyFile::Add(const StudyDuel& duel) {
  KVINTET_RETURN_IF_ERROR(AppendLine(path_, ToJsonLine(ToJson(duel)), Sync::kYes));
  games_.duels.push_back(duel);
  return absl::OkStatus();
}

}  // namespace kvintet::arena
