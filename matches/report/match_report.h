// MatchReport: a game of a match that has ended, for people: who played, every move with its time.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "matches/state/match.h"

namespace kvintet::serving {

struct MatchReport {
  std::string match = {};
  int game_number = 1;
  std::shared_ptr<const envs::Game> game;
  ClockSettings clock = {};
  // The hour at which the match was to begin, milliseconds since 1970; 0: at none.
  int64_t start_millis = 0;
  // By player.
  std::array<PlayerSettings, kPlayers> players = {};
  std::array<envs::Seat, kPlayers> seats = {};
  // What played the moves of those who are agents, in order.
  std::array<std::vector<PlayingAgent>, kPlayers> agents = {};
  // By seat: "White", "red"; empty where it has no name.
  std::array<std::string, kPlayers> sides = {};
  // Microseconds used.
  std::array<int64_t, kPlayers> spent = {};
  // Whole records: those before each reset, then the last.
  std::vector<std::string> records = {};
  std::vector<PlayedLine> lines = {};
  MatchEnd end = {};
  // T7: what was moved from clock to clock.
  std::vector<WrongPause> wrong_pauses = {};
  // What the game says of its last position: "12(+1) : 12, White wins".
  std::string caption = {};
  // Of a match of an event, and what the director has done.
  std::optional<TournamentSight> event = {};
  std::vector<ToldAct> acts = {};
};

// FailedPrecondition where the game is still in play, NotFound where there is none of that number
// (0: the last that has ended).
absl::StatusOr<MatchReport> ReportOf(const Match& match, int game_number);

// "12:03.4": minutes, seconds, tenths.
std::string TimeText(int64_t micros);
// "2026-11-22 14:09:11 UTC", of milliseconds since 1970.
std::string DateText(int64_t millis);
// "Ada (person)".
std::string PlayerText(const PlayerSettings& player);
// "White, player 0, Ada (person)": who has the seat. REQUIRES: 0 or 1.
std::string SeatText(const MatchReport& report, envs::Seat seat);
// "player 1: model 3fa9, ...": a line for each of what played an agent's moves.
std::vector<std::string> AgentLines(const MatchReport& report);
// "1 : -1 (five, claimed)", by seat.
std::string ResultText(const MatchEnd& end);
// "18.3 : 1.7": tournament points by seat. REQUIRES: they are counted.
std::string PointsText(const MatchEnd& end);

// "c0ffee, round 2, in place of match 4711".
std::string TournamentText(const TournamentSight& event);
// When the director did what and why, then the results before and by it: a line each.
std::vector<std::string> ActLines(const ToldAct& told);

// When whose pause was wrong, and what it cost.
std::string WrongPauseText(const WrongPause& pause);

// The report as text; lines end with "\n".
std::string ReportText(const MatchReport& report);

}  // namespace kvintet::serving
