// CheckPause, ContestPause, AdmitPause, CheckWrongPause: what may be said of pauses (T7).
#pragma once

#include "matches/state/match_acts.h"

namespace kvintet::serving {

// Refusals are those of match_acts.h.

// Whether the game may be paused now.
absl::Status CheckPause(const Match& match);

// The player says that the other's pause is wrong. In a match of an event the one who has paused
// answers, or the director; elsewhere the pause is wrong: it is for mending an error (T7), and a
// server lets none happen.
absl::StatusOr<MatchEvents> ContestPause(const Match& match, int player);

// The player has paused, and it was wrong.
absl::StatusOr<MatchEvents> AdmitPause(const Match& match, int player);

// Whether there is a pause that can be wrong: a player's, where clocks bound time. `field`: of the
// request that says so.
absl::Status CheckWrongPause(const Match& match, const char* field);

}  // namespace kvintet::serving
