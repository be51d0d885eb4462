// GameRefusal: why a request's text is no game.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace kvintet::serving {

// For envs::MakeGame's error about the text in `field`: BAD_FIELD where that is empty, else
// UNKNOWN_GAME or BAD_OPTIONS.
absl::Status GameRefusal(const absl::Status& error, absl::string_view text,
                         absl::string_view field);

}  // namespace kvintet::serving
