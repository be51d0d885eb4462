// TableOf: the ranking of a tournament, with the tie-breaks that it has chosen (T7).
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace kvintet::matches {

// One game of the tournament. Arrays are by side.
struct TournamentResult {
  std::array<std::string, 2> players = {};
  // Tournament points in tenths, after penalties (TournamentPoints, AfterPenalties).
  std::array<int, 2> tenths = {};
  // Half wins: 2 for a win, 1 for a draw, 0 for a loss.
  std::array<int, 2> halves = {};
  // Scores of the game; in Tantrix, tiles in the line or loop.
  std::array<int, 2> scores = {};
  // Whether the side missed the game.
  std::array<bool, 2> missed = {};
};

// What ranks players who have equal tournament points.
enum class TieBreak {
  // Tournament points in the games between the tied players.
  kPointsBetween,
  // Wins in all games; a draw counts half.
  kWins,
  // The difference of scores in the games between the tied players.
  kTilesBetween,
  // The sum of the player's own scores in all games.
  kScore
};

// How a tournament ranks its players.
struct RankingOptions {
  std::vector<TieBreak> ties = {TieBreak::kPointsBetween, TieBreak::kWins, TieBreak::kTilesBetween,
                                TieBreak::kScore};
  // Players who have missed more games than this are left out with all their results, which do not
  // count for their opponents either.
  int most_missed = 2;
};

// The totals of one player.
struct TableRow {
  // From 1. Players who remain tied share a rank, and the ranks after it are skipped accordingly.
  int rank = 1;
  std::string player = {};
  int games = 0;
  int tenths = 0;
  int halves = 0;
  // Own score, and how much it exceeds that of the opponents.
  int score = 0;
  int difference = 0;
};

// Number of missed games by player name.
using MissedGames = std::map<std::string, int>;
void CountMissed(std::span<const TournamentResult> results, MissedGames* missed);

// Sorted best first; players of one rank by name. Each tie-break considers the players whom the
// previous ones left tied. `elsewhere` counts games missed in other tournaments of the section
// (T7).
std::vector<TableRow> TableOf(std::span<const TournamentResult> results,
                              const RankingOptions& options, const MissedGames& elsewhere = {});

}  // namespace kvintet::matches
