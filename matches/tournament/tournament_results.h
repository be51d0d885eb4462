// ResultOf: the result that a match contributes to its tournament's ranking.
#pragma once

#include <optional>

#include "matches/state/match.h"
#include "matches/tournament/tournament_table.h"

namespace kvintet::matches {

// Empty while the match is in play, and if it is void.
std::optional<TournamentResult> ResultOf(const Match& match);

}  // namespace kvintet::matches
