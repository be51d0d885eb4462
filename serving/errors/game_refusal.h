// GameRefusal: the refusal of a text that does not name a valid game.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Converts an error of envs::MakeGame about the text in `field`: BAD_FIELD if the text is empty,
// else UNKNOWN_GAME or BAD_OPTIONS.
absl::Status GameRefusal(const absl::Status& error, absl::string_view text,
                         absl::string_view field);

}  // namespace kvintet::serving
