// Stamped, AppendConsequences: turn the consequences of an act into events.
#pragma once

#include "absl/status/status.h"

#include "matches/state/match_acts.h"

namespace kvintet::matches {

// The events with the current time and the current clock readings.
MatchEvents Stamped(MatchEvents events, const Match& match, const ActContext& context);
MatchEvents Stamped(MatchEvents events, const ClockReading& reading, const ActContext& context);

// Appends what follows without a decision: chance, and the end of the game by its rules.
void AppendConsequences(envs::Playthrough* play, const ActContext& context, MatchEvents* events);

// An error unless the match has begun and is at this game.
absl::Status CheckGame(const Match& match, int game_number);
// Aborted unless a request meant for game `meant` arrives at game `number`.
absl::Status CheckGameNumber(int number, int meant);

}  // namespace kvintet::matches
