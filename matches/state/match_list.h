// MatchSummary, MatchList, MatchPage: matches as a list shows them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "matches/state/match_sight.h"

namespace kvintet::serving {

// What stands in a list of matches: of a closed one for its players alone.
struct MatchSummary {
  std::string id = {};
  // With every option.
  std::string game = {};
  Phase phase = Phase::kOpen;
  int game_number = 1;
  int ply = 0;
  // Name, kind, open and seat.
  std::array<PlayerSight, kPlayers> players = {};
  std::optional<MatchEnd> end = {};
  // Milliseconds since 1970.
  int64_t created_millis = 0;
  // MatchSettings::start_millis.
  int64_t start_millis = 0;
  bool closed = false;
  // Of a match of an event.
  std::optional<TournamentSight> event = {};
};

// Which matches to list: those for all, or a player's.
struct MatchList {
  // Empty: those that are not closed.
  std::string token = {};
  // A game's name; empty: any.
  std::string game = {};
  // An event's id, for those who may look on it: its matches. Empty: any.
  std::string event = {};
  // Only those that are not over.
  bool live = false;
  // 1 to 100; 0: 20.
  int size = 0;
  // MatchPage::next of the page before; empty: the first.
  std::string page = {};
};
// A part of such a list.
struct MatchPage {
  std::vector<MatchSummary> matches = {};
  // Empty: there are no more.
  std::string next = {};
};

}  // namespace kvintet::serving
