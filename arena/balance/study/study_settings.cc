// StudySettings: see the header.
#include "arena/balance/study/study_settings.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

// Version 2 added how models were trained. Version 3 added min_games, which was 0 before.
constexpr int64_t kVersion = 3;
constexpr int64_t kOldestVersion = 2;

template <typename T>
absl::Status CheckRange(const char* name, T value, T least, T most) {
  return value >= least && value <= most
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   absl::StrCat(name, " must be ", least, "..", most, ", is ", value));
}

absl::StatusOr<std::vector<std::string>> Texts(const Json& object, const std::string& key) {
  KVINTET_ASSIGN_OR_RETURN(const Json array, JsonMember<Json>(object, key));
  std::vector<std::string> texts;
  for (const Json& one : array) {
    KVINTET_ASSIGN_OR_RETURN(std::string text, FromJson<std::string>(one));
    texts.push_back(std::move(text));
  }
  return texts;
}

absl::Status ReadInt(const Json& line, const char* key, int* value) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t read, JsonMember<int64_t>(line, key));
  KVINTET_RETURN_IF_ERROR(CheckRange<int64_t>(key, read, 0, INT32_MAX));
  *value = static_cast<int>(read);
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSettings(const StudySettings& settings) {
  if (settings.games.empty() || settings.levels.empty()) {
    return absl::InvalidArgumentError("a study needs a game and a player");
  }
  for (const StudyLevel& level : settings.levels) {
    if (level.specs.size() != settings.games.size()) {
      return absl::InvalidArgumentError(absl::StrCat("player '", level.name, "' is for ",
                                                     level.specs.size(), " games, the study has ",
                                                     settings.games.size()));
    }
  }
  KVINTET_RETURN_IF_ERROR(CheckRange("margin", settings.margin, 0.001, 0.45));
  KVINTET_RETURN_IF_ERROR(CheckRange("confidence", settings.confidence, 0.5, 0.9999));
  KVINTET_RETURN_IF_ERROR(CheckRange<int64_t>("min_games", settings.min_games, 0, 100000000));
  KVINTET_RETURN_IF_ERROR(CheckRange<int64_t>("max_games", settings.max_games, 1, 100000000));
  KVINTET_RETURN_IF_ERROR(CheckRange("opening_plies", settings.opening_plies, 0, 1000));
  KVINTET_RETURN_IF_ERROR(CheckRange("judged_games", settings.judged_games, 0, 1000000));
  KVINTET_RETURN_IF_ERROR(CheckRange("playouts", settings.playouts, 1, 100000));
  return CheckRange("duel_pairs", settings.duel_pairs, 0, 1000000);
}

Json ToJson(const StudySettings& settings) {
  Json levels = Json::array();
  for (const StudyLevel& level : settings.levels) {
    levels.push_back({{"name", level.name}, {"specs", level.specs}});
  }
  return {{"kind", "balance study"},
          {"version", kVersion},
          {"games", settings.games},
          {"levels", levels},
          {"training", settings.training},
          {"seed", settings.seed},
          {"margin", settings.margin},
          {"confidence", settings.confidence},
          {"min_games", settings.min_games},
          {"max_games", settings.max_games},
          {"opening_plies", settings.opening_plies},
          {"judged_games", settings.judged_games},
          {"playouts", settings.playouts},
          {"duel_pairs", settings.duel_pairs}};
}

absl::StatusOr<StudySettings> SettingsFromJson(const Json& line) {
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t version, JsonMember<int64_t>(line, "version"));
  if (kind != "balance study" || version < kOldestVersion || version > kVersion) {
    return absl::InvalidArgumentError(absl::StrCat("wanted a balance study of version ",
                                                   kOldestVersion, " to ", kVersion, ", found '",
                                                   kind, "' of version ", version));
  }
  StudySettings settings;
  KVINTET_ASSIGN_OR_RETURN(settings.games, Texts(line, "games"));
  KVINTET_ASSIGN_OR_RETURN(const Json levels, JsonMember<Json>(line, "levels"));
  for (const Json& one : levels) {
    StudyLevel level;
    KVINTET_ASSIGN_OR_RETURN(level.name, JsonMember<std::string>(one, "name"));
    KVINTET_ASSIGN_OR_RETURN(level.specs, Texts(one, "specs"));
    settings.levels.push_back(std::move(level));
  }
  KVINTET_ASSIGN_OR_RETURN(settings.training, JsonMember<std::string>(line, "training"));
  KVINTET_ASSIGN_OR_RETURN(settings.seed, JsonMember<uint64_t>(line, "seed"));
  KVINTET_ASSIGN_OR_RETURN(settings.margin, JsonMember<double>(line, "margin"));
  KVINTET_ASSIGN_OR_RETURN(settings.confidence, JsonMember<double>(line, "confidence"));
  if (version >= 3) {
    KVINTET_ASSIGN_OR_RETURN(settings.min_games, JsonMember<int64_t>(line, "min_games"));
  }
  KVINTET_ASSIGN_OR_RETURN(settings.max_games, JsonMember<int64_t>(line, "max_games"));
  KVINTET_RETURN_IF_ERROR(ReadInt(line, "opening_plies", &settings.opening_plies));
  KVINTET_RETURN_IF_ERROR(ReadInt(line, "judged_games", &settings.judged_games));
  KVINTET_RETURN_IF_ERROR(ReadInt(line, "playouts", &settings.playouts));
  KVINTET_RETURN_IF_ERROR(ReadInt(line, "duel_pairs", &settings.duel_pairs));
  KVINTET_RETURN_IF_ERROR(CheckSettings(settings));
  return settings;
}

}  // namespace kvintet::arena
