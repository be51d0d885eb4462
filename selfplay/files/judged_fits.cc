// ReadFits: see the header.
#include "selfplay/files/judged_fits.h"

#include <memory>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/registry.h"
#include "proto/config_check.h"
#include "proto/textproto.h"

namespace kvintet::selfplay {

absl::StatusOr<Fits> ReadFits(const std::string& path) {
  Fits fits;
  KVINTET_RETURN_IF_ERROR(LoadTextProto(path, fits));
  KVINTET_RETURN_IF_ERROR(ValidateRanges(fits, path));
  for (JudgedFit& judged : *fits.mutable_judged()) {
    const absl::StatusOr<std::unique_ptr<envs::Game>> game = envs::MakeGame(judged.game());
    if (!game.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": judged.game: ", game.status().message()));
    }
    if (!judged.has_score() || !judged.has_low() || !judged.has_high() || judged.games() <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": judged: wanted score, low, high and games of ", judged.game()));
    }
    judged.set_game((*game)->Spec().text);
  }
  return fits;
}

}  // namespace kvintet::selfplay
