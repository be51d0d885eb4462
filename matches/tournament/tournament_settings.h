// TournamentSettings: what the matches of a director's event are played by, and how they rank.
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

namespace kvintet::serving {

// All that is agreed on before an event.
struct TournamentSettings {
  std::string name = {};
  // What its matches are played by; `event` is there and has director and points. The players are
  // those of each pair.
  MatchSettings match = {};
  RankingOptions ranking = {};
  // T7: games missed count over all events of a section. Its name, and the id of its first event;
  // empty: the event is in none.
  std::string section = {};
  std::string section_id = {};
};

// Shows that a section is its director's: an event of it, and that event's token.
struct SectionKey {
  std::string event = {};
  std::string token = {};
};

// An event as it is kept.
struct Tournament {
  std::string id = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
  TournamentSettings settings = {};
};

// Two who are to play in an event.
struct TournamentPair {
  std::array<PlayerSettings, kPlayers> players = {};
  bool lot = false;
};

// As the game's rules have it: points of T6 and the order of T7 in Tantrix; else 1 for a win and
// 1/2 for a draw, the same order, and nobody's results left out for games that were missed.
Scoring PointsByRules(const envs::Game& game);
RankingOptions RankingByRules(const envs::Game& game);

// InvalidArgument, with the field, for what cannot be or what the game's rules do not allow.
absl::Status CheckEvent(const envs::Game& game, const TournamentSettings& settings);
// The same of a pair: both must have names, which tell players from each other in the ranking.
absl::Status CheckPair(const TournamentPair& pair);

// What a pair's match is made by: persons' places are open.
MatchSettings SettingsOfPair(const Tournament& event, const TournamentPair& pair, int round);

// As journals keep it.
Json ToJson(const TournamentSettings& settings);
absl::StatusOr<TournamentSettings> TournamentSettingsFromJson(const Json& json);

}  // namespace kvintet::serving
