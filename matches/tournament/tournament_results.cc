// ResultOf: see the header.
#include "matches/tournament/tournament_results.h"

namespace kvintet::matches {

std::optional<TournamentResult> ResultOf(const Match& match) {
  const std::optional<MatchEnd>& end = match.end();
  if (!end || !end->tenths) {
    return std::nullopt;
  }
  TournamentResult result;
  for (int player = 0; player < kPlayers; ++player) {
    const auto side = static_cast<size_t>(player);
    const auto seat = static_cast<size_t>(Index(match.Seats()[side]));
    const double difference = end->returns[seat] - end->returns[1 - seat];
    result.players[side] = match.settings().players[side].name;
    result.tenths[side] = (*end->tenths)[seat];
    result.halves[side] = difference > 0 ? 2 : difference < 0 ? 0 : 1;
    result.scores[side] = end->margin[seat];
    result.missed[side] = end->reason == kForfeitEnd && difference < 0;
  }
  return result;
}

}  // namespace kvintet::matches
