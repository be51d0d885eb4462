// StartLateClock: lets a player start the clock of a late opponent (T7).
#pragma once

#include "matches/state/match_acts.h"

namespace kvintet::matches {

// Starts the clock of an opponent who is late by five minutes or more; it runs until the opponent
// is ready. Before the first game (number 1) any player who has joined may do this, and so may any
// player who is ready after that. Refusals are those of match_acts.h.
absl::StatusOr<MatchEvents> StartLateClock(const Match& match, int player, int game_number,
                                           const ActContext& context);

}  // namespace kvintet::matches
