// CheckPause, ContestPause, AdmitPause, CheckWrongPause: the rules for pauses (T7).
#pragma once

#include "matches/state/match_acts.h"

namespace kvintet::matches {

// Refusals are those of match_acts.h.

// An error unless the game may be paused now.
absl::Status CheckPause(const Match& match);

// The player says that the opponent's pause is wrong. In a tournament the player who paused, or the
// director, decides. Elsewhere the pause is wrong at once: pauses exist to correct errors (T7), and
// the server does not allow errors to happen.
absl::StatusOr<MatchEvents> ContestPause(const Match& match, int player);

// The player admits that its own pause was wrong.
absl::StatusOr<MatchEvents> AdmitPause(const Match& match, int player);

// An error unless there is a pause that can be wrong: one that a player called in a match whose
// clock limits time. `field` is the field of the request that says so.
absl::Status CheckWrongPause(const Match& match, const char* field);

}  // namespace kvintet::matches
