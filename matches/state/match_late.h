// StartLateClock: what a player may do while the other is late (T7).
#pragma once

#include "matches/state/match_acts.h"

namespace kvintet::serving {

// The clock of the other, who is late by five minutes or more, runs until it is ready. By whoever
// has come, before the first game (number 1) too; by whoever is ready after that. Refusals are
// those of match_acts.h.
absl::StatusOr<MatchEvents> StartLateClock(const Match& match, int player, int game_number,
                                           const ActContext& context);

}  // namespace kvintet::serving
