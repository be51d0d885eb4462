// ResultOf: what a match of an event counts for in its ranking.
#pragma once

#include <optional>

#include "matches/state/match.h"
#include "matches/tournament/tournament_table.h"

namespace kvintet::serving {

// Empty while the match is in play, and where it is void.
std::optional<TournamentResult> ResultOf(const Match& match);

}  // namespace kvintet::serving
