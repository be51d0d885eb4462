// DecideDirectorAct: decides what a director may do in a match of the tournament.
#pragma once

#include "absl/status/statusor.h"

#include "matches/state/director_act.h"
#include "matches/state/match_acts.h"

namespace kvintet::matches {

// The events of the act; nothing is changed. InvalidArgument for an invalid act, FailedPrecondition
// if the match's state or the game's rules do not allow it.
absl::StatusOr<MatchEvents> DecideDirectorAct(const Match& match, const DirectorAct& asked,
                                              const ActContext& context);

// The settings of a match that replaces this one: the same settings, with the players who have
// joined. FailedPrecondition if a replacement exists already.
absl::StatusOr<MatchSettings> SettingsOfReplay(const Match& match);

}  // namespace kvintet::matches
