// EndOf: how the end of a game counts: its result, its margin and its tournament points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "envs/text/playthrough.h"
#include "matches/game/match_end.h"
#include "matches/game/player_seats.h"
#include "matches/settings/match_clock.h"
#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// Why a game ended.
struct EndCause {
  // A reason of match play; empty: the game's own end.
  std::string reason = {};
  // The player who loses for it; -1: nobody does.
  int loser = -1;
  bool claimed = false;
  // The time used on each player's clock, in microseconds.
  std::array<int64_t, kPlayers> spent = {};
};

// What the end of a game is scored by. All is borrowed.
struct ScoredGame {
  // The game agreed on, with the options of the game that was played, if one was.
  const envs::Game& game;
  // Null for a match that ends before its first game.
  const envs::Playthrough* play = nullptr;
  PlayerSeats seats = {envs::Seat::k0, envs::Seat::k1};
  const MatchClock& clock;
  // What the game counts for in a tournament; null if it belongs to none.
  const Scoring* points = nullptr;
};

// REQUIRES: a game was played, if the reason is empty, kMaxPliesEnd or kHistoryFullEnd.
MatchEnd EndOf(const ScoredGame& scored, const EndCause& cause);

}  // namespace kvintet::matches
