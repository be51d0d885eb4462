// MatchReport: the report of a finished game: who played, and every move with its time.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "matches/state/match.h"

namespace kvintet::matches {

struct MatchReport {
  std::string match = {};
  int game_number = 1;
  std::shared_ptr<const envs::Game> game;
  ClockSettings clock = {};
  // The scheduled start of the match in milliseconds since 1970; 0 if none was set.
  int64_t start_millis = 0;
  // By player.
  std::array<PlayerSettings, kPlayers> players = {};
  std::array<envs::Seat, kPlayers> seats = {};
  // The models that played for each agent, in order.
  std::array<std::vector<PlayingAgent>, kPlayers> agents = {};
  // By seat, e.g. "White" or "red"; empty if the side has no name.
  std::array<std::string, kPlayers> sides = {};
  // Microseconds used, by player.
  std::array<int64_t, kPlayers> spent = {};
  // Complete records: one for each part before a reset, then the last.
  std::vector<std::string> records = {};
  std::vector<PlayedLine> lines = {};
  MatchEnd end = {};
  // T7: pauses that moved time from one clock to the other.
  std::vector<WrongPause> wrong_pauses = {};
  // The game's caption for its last position, e.g. "12(+1) : 12, White wins".
  std::string caption = {};
  // For a match of a tournament: its place there, and the director's acts.
  std::optional<PublicTournamentPlace> event = {};
  std::vector<ToldAct> acts = {};
};

// FailedPrecondition if the game is still in play, NotFound if there is no game of that number. 0
// means the last game that has ended.
absl::StatusOr<MatchReport> ReportOf(const Match& match, int game_number);

// "12:03.4": minutes, seconds, tenths.
std::string TimeText(int64_t micros);
// "2026-11-22 14:09:11 UTC", for milliseconds since 1970.
std::string DateText(int64_t millis);
// "Ada (person)".
std::string PlayerText(const PlayerSettings& player);
// "White, player 0, Ada (person)": who has the seat. REQUIRES: the seat is 0 or 1.
std::string SeatText(const MatchReport& report, envs::Seat seat);
// "player 1: model 3fa9, ...": one line for each model that played for an agent.
std::vector<std::string> AgentLines(const MatchReport& report);
// "1 : -1 (five, claimed)", by seat.
std::string ResultText(const MatchEnd& end);
// "18.3 : 1.7": tournament points by seat. REQUIRES: tournament points are counted.
std::string PointsText(const MatchEnd& end);

// "c0ffee, round 2, in place of match 4711".
std::string TournamentText(const PublicTournamentPlace& event);
// The time, act and reason of the director, then the results before and after it, one per line.
std::vector<std::string> ActLines(const ToldAct& told);

// Who called the wrong pause, when, and what it cost.
std::string WrongPauseText(const WrongPause& pause);

// The whole report as text; each line ends with "\n".
std::string ReportText(const MatchReport& report);

}  // namespace kvintet::matches
