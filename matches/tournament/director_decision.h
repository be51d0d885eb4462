// DecideDirectorAct: what a director may do in a match of its event.
#pragma once

#include "absl/status/statusor.h"

#include "matches/state/director_act.h"
#include "matches/state/match_acts.h"

namespace kvintet::serving {

// The act as events; nothing is changed. InvalidArgument for an act that cannot be,
// FailedPrecondition where the match's state or the game's rules do not allow it.
absl::StatusOr<MatchEvents> DecideDirectorAct(const Match& match, const DirectorAct& asked,
                                              const ActContext& context);

// What a match in place of this one is made by: as this one, with the players who have come.
// FailedPrecondition where there is one already.
absl::StatusOr<MatchSettings> SettingsOfReplay(const Match& match);

}  // namespace kvintet::serving
