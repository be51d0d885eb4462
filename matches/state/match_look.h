// ViewOf, SummaryOf: a match as its audiences and lists of matches see it.
#pragma once

#include <cstdint>
#include <optional>

#include "matches/state/match.h"
#include "matches/state/match_list.h"
#include "matches/state/match_view.h"

namespace kvintet::matches {

// What the audience may see of the match at this time: MatchTime::Monotonic and WallMillis.
MatchView ViewOf(const Match& match, Audience audience, int64_t now, int64_t wall_millis);

MatchSummary SummaryOf(const Match& match);

// What the player's seat knows. REQUIRES: a game has begun.
Knowledge PlayersKnowledge(const Match& match, int player);

// Empty if the match belongs to no tournament.
std::optional<PublicTournamentPlace> TournamentSeen(const MatchSettings& settings);

}  // namespace kvintet::matches
