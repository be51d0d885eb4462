// TableOf: the ranking of an event of Tantrix, ties broken in the event's order (T7).
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace kvintet::serving {

// A game of the event, by side.
struct TournamentResult {
  std::array<std::string, 2> players = {};
  // Tournament points in tenths, penalties taken (TournamentPoints, AfterPenalties).
  std::array<int, 2> tenths = {};
  // Half wins: 2, 1 for a draw, 0.
  std::array<int, 2> halves = {};
  // Line scores: tiles.
  std::array<int, 2> scores = {};
  // Who did not come to it.
  std::array<bool, 2> missed = {};
};

// What parts players of equal tournament points.
enum class TieBreak {
  // Tournament points of the games between the tied.
  kPointsBetween,
  // Of all games; a draw is half.
  kWins,
  // The difference of tiles in the games between the tied.
  kTilesBetween,
  // The sum of the player's own scores, of all games.
  kScore
};

// An event's way of counting.
struct RankingOptions {
  std::vector<TieBreak> ties = {TieBreak::kPointsBetween, TieBreak::kWins, TieBreak::kTilesBetween,
                                TieBreak::kScore};
  // Of who has missed more games, no result counts, not even for others.
  int most_missed = 2;
};

// What a player has come to.
struct TableRow {
  // From 1 on; players whom nothing parts share it, and the next ones are passed over.
  int rank = 1;
  std::string player = {};
  int games = 0;
  int tenths = 0;
  int halves = 0;
  // Own tiles, and how many more than the others'.
  int score = 0;
  int difference = 0;
};

// Games that players have missed, by name.
using MissedGames = std::map<std::string, int>;
void CountMissed(std::span<const TournamentResult> results, MissedGames* missed);

// Best first; of one rank by name. Each tie-break looks at those whom the ones before it left tied.
// `elsewhere`: games missed in the section's other events (T7).
std::vector<TableRow> TableOf(std::span<const TournamentResult> results,
                              const RankingOptions& options, const MissedGames& elsewhere = {});

}  // namespace kvintet::serving
