// KnownGames: figures of games that a designer knows, to hold a study's own figures against.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kvintet::cli {

// What a game is like. Empty: nobody whom we can name has published it.
struct KnownGame {
  std::string name = {};
  // Actions to choose from at a decision, on average.
  std::optional<double> choices = {};
  // Moves of both players until the end.
  std::optional<double> moves = {};
  // Draws, and the first player's score (wins and half the draws), in per cent.
  std::optional<double> draws = {};
  std::optional<double> first = {};
  // Who says so, and of which games; for those of this program, how it was measured.
  std::string source = {};
};

// Published figures of games that many people know.
const std::vector<KnownGame>& PublishedGames();
// Figures that `kvintet balance` itself measured, with the command in the source.
const std::vector<KnownGame>& MeasuredGames();

// Of one measure, all that is known, smallest first, with "this game" in its place: "draughts 2.8,
// connect four 4, this game 5.4, chess 35".
std::string Comparison(std::optional<double> KnownGame::*measure, double value, int digits);

}  // namespace kvintet::cli
