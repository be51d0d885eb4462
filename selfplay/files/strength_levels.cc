// ReadLevels: see the header.
#include "selfplay/files/strength_levels.h"

#include <memory>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/registry.h"
#include "proto/config_check.h"
#include "proto/textproto.h"

namespace kvintet::selfplay {

absl::StatusOr<Levels> ReadLevels(const std::string& path) {
  Levels levels;
  KVINTET_RETURN_IF_ERROR(LoadTextProto(path, levels));
  KVINTET_RETURN_IF_ERROR(ValidateRanges(levels, path));
  const absl::StatusOr<std::unique_ptr<envs::Game>> game = envs::MakeGame(levels.game());
  if (!game.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": game: ", game.status().message()));
  }
  if (levels.level().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": wanted a level, found none"));
  }
  levels.set_game((*game)->Spec().text);
  return levels;
}

}  // namespace kvintet::selfplay
