// CheckRanges: checks settings against the ranges that their schema declares.
#pragma once

#include "absl/status/status.h"

#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"
#include "selfplay/settings/storage_settings.h"

namespace kvintet::selfplay {

// Returns InvalidArgument with a line "gumbel.scale must be between 0 and 10, is -3" for each
// number that is outside its range or not finite. Names are as in a configuration.
absl::Status CheckRanges(const SearchSettings& settings);
absl::Status CheckRanges(const SelfPlaySettings& settings);
absl::Status CheckRanges(const StorageSettings& settings);

}  // namespace kvintet::selfplay
