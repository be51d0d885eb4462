// MatchSummary, MatchList, MatchPage: lists of matches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "matches/state/match_view.h"

namespace kvintet::matches {

// An entry in a list of matches. Closed matches are listed only for their players.
struct MatchSummary {
  std::string id = {};
  // With every option.
  std::string game = {};
  Phase phase = Phase::kOpen;
  int game_number = 1;
  int ply = 0;
  // Only name, kind, open, seat and what plays for an agent are set.
  std::array<PlayerSight, kPlayers> players = {};
  std::optional<MatchEnd> end = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
  // MatchSettings::start_millis.
  int64_t start_millis = 0;
  bool closed = false;
  // Set for a match of a tournament.
  std::optional<PublicTournamentPlace> event = {};
};

// Which matches to list: the public ones, or those of a player.
struct MatchList {
  // A player's token. Empty: matches that are not closed.
  std::string token = {};
  // A game's name. Empty: any game.
  std::string game = {};
  // A tournament's id: lists its matches, for those who may watch it. Empty: any.
  std::string event = {};
  // Only matches that are not over.
  bool live = false;
  // 1 to 100. 0 means 20.
  int size = 0;
  // MatchPage::next of the previous page. Empty: the first page.
  std::string page = {};
};
// One page of such a list.
struct MatchPage {
  std::vector<MatchSummary> matches = {};
  // Empty on the last page.
  std::string next = {};
};

}  // namespace kvintet::matches
