// KnownGames: figures of well-known games, to compare with a study's own.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kvintet::cli {

// Figures of one game. Empty if no source that we can cite has published it.
struct KnownGame {
  std::string name = {};
  // Average number of legal actions at a decision.
  std::optional<double> choices = {};
  // Average number of moves of both players until the end.
  std::optional<double> moves = {};
  // Draws, and the first player's score (wins and half the draws), in percent.
  std::optional<double> draws = {};
  std::optional<double> first = {};
  // The source, and the games it is about; for games of this program, how it was measured.
  std::string source = {};
};

// Published figures of widely known games.
const std::vector<KnownGame>& PublishedGames();
// Figures measured by `kvintet balance` itself; the source gives the command.
const std::vector<KnownGame>& MeasuredGames();

// All known values of one measure in ascending order, with "this game" in its place: "Draughts, 8x8
// 2.8; this game 5.4; Chess 35".
std::string Comparison(std::optional<double> KnownGame::*measure, double value, int digits);

}  // namespace kvintet::cli
