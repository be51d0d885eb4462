// LevelTable: see the header.
#include "serving/models/level_table.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {

absl::Status LevelTable::Add(Levels levels) {
  const auto [place, is_new] = levels_.try_emplace(levels.game());
  if (!is_new) {
    return absl::AlreadyExistsError(absl::StrCat(levels.game(), " has levels already"));
  }
  place->second = std::move(levels);
  return absl::OkStatus();
}

const Levels* LevelTable::Of(const std::string& game) const {
  const auto found = levels_.find(game);
  return found == levels_.end() ? nullptr : &found->second;
}

absl::StatusOr<StrengthLevel> LevelTable::Find(const std::string& game, int level) const {
  const Levels* const levels = Of(game);
  const int most = levels == nullptr ? 0 : levels->level_size();
  if (level >= 1 && level <= most) {
    return levels->level(level - 1);
  }
  return Refusal(v1::REASON_BAD_FIELD,
                 most == 0 ? absl::StrCat("level: ", game, " has none, found ", level)
                           : absl::StrCat("level: wanted 1 to ", most, ", found ", level),
                 "level");
}

}  // namespace kvintet::serving
