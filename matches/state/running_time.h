// RunningOf: whose clock runs in a match, and whose delay uses up the opponent's patience.
#pragma once

#include "matches/settings/match_clock.h"
#include "matches/state/match.h"

namespace kvintet::matches {

// REQUIRES: kCreated has been applied.
ClockRunning RunningOf(const Match& match);

}  // namespace kvintet::matches
