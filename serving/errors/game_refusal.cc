// GameRefusal: see the header.
#include "serving/errors/game_refusal.h"

#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {

absl::Status GameRefusal(const absl::Status& error, absl::string_view text,
                         absl::string_view field) {
  if (text.empty()) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat(field, ": wanted the name of a game, found nothing"), field);
  }
  return WithReason(
      error, absl::IsNotFound(error) ? v1::REASON_UNKNOWN_GAME : v1::REASON_BAD_OPTIONS, field);
}

}  // namespace kvintet::serving
