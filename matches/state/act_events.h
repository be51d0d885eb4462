// Stamped, GoOn: how what an act brings about becomes events.
#pragma once

#include "absl/status/status.h"

#include "matches/state/match_acts.h"

namespace kvintet::serving {

// The events with the time of now, and the clocks as they stand.
MatchEvents Stamped(MatchEvents events, const Match& match, const ActContext& context);
MatchEvents Stamped(MatchEvents events, const ClockReading& reading, const ActContext& context);

// Appends what follows by itself: chance, the end by the rules.
void GoOn(envs::Playthrough* play, const ActContext& context, MatchEvents* events);

// Whether the match has begun, and is at this game.
absl::Status CheckGame(const Match& match, int game_number);
// Aborted unless what was meant for one game came at it.
absl::Status CheckGameNumber(int number, int meant);

}  // namespace kvintet::serving
