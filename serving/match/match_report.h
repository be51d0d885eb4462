// MatchReport: a game of a match that has ended, for people: who played, every move with its time.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "serving/match/match.h"

namespace kvintet::serving {

struct MatchReport {
  std::string match = {};
  int game_number = 1;
  // With every option.
  std::string game = {};
  ClockSettings clock = {};
  // By player.
  std::array<PlayerSettings, kPlayers> players = {};
  std::array<envs::Seat, kPlayers> seats = {};
  // Microseconds used.
  std::array<int64_t, kPlayers> spent = {};
  // Whole records: those before each reset, then the last.
  std::vector<std::string> records = {};
  std::vector<PlayedLine> lines = {};
  MatchEnd end = {};
};

// FailedPrecondition where the game is still in play, NotFound where there is none of that number
// (0: the last that has ended).
absl::StatusOr<MatchReport> ReportOf(const Match& match, int game_number);

// The report as text; lines end with "\n".
std::string ReportText(const MatchReport& report);

}  // namespace kvintet::serving
