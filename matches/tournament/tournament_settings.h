// TournamentSettings: the settings of a tournament's matches, and how players are ranked.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "matches/settings/match_settings.h"
#include "matches/tournament/tournament_table.h"

namespace kvintet::matches {

// The most that a game may score, in tenths of a point.
inline constexpr int kMaxTenths = 10'000;

// All that is agreed on before a tournament.
struct TournamentSettings {
  std::string name = {};
  // The settings of its matches. `event` is set, with the director and the points. The players come
  // from each pair.
  MatchSettings match = {};
  RankingOptions ranking = {};
  // T7: missed games are counted over all tournaments of a section. These are the section's name
  // and the id of its first tournament; empty if the tournament is in no section.
  std::string section = {};
  std::string section_id = {};
};

// Proves that the director may add to a section: a tournament in it, and that tournament's token.
struct SectionKey {
  std::string event = {};
  std::string token = {};
};

// A tournament as it is stored.
struct Tournament {
  std::string id = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
  TournamentSettings settings = {};
};

// Two players who are to play each other in a tournament.
struct TournamentPair {
  std::array<PlayerSettings, kPlayers> players = {};
  bool lot = false;
};

// The defaults of the game's rules. Tantrix: the points of T6 and the tie-breaks of T7. Other
// games: 1 for a win and 1/2 for a draw, the same tie-breaks, and nobody is left out for missed
// games.
Scoring PointsByRules(const envs::Game& game);
RankingOptions RankingByRules(const envs::Game& game);

// InvalidArgument, with the field, for settings that are invalid or that the game's rules forbid.
absl::Status CheckTournament(const envs::Game& game, const TournamentSettings& settings);
// The same for a pair. Both players must have names, which identify players in the ranking.
absl::Status CheckPair(const TournamentPair& pair);

// The settings of a pair's match, in which the places of persons are open.
MatchSettings SettingsOfPair(const Tournament& event, const TournamentPair& pair, int round);

// The JSON form used in journals.
Json ToJson(const TournamentSettings& settings);
absl::StatusOr<TournamentSettings> TournamentSettingsFromJson(const Json& json);

}  // namespace kvintet::matches
