// Tension: how a game's course went, from what a judge gave its positions.
#pragma once

#include <span>
#include <vector>

namespace kvintet::arena {

// A side leads where the judge gives it this much more than nothing, and has decided the game where
// it gives this much and never less again: odds of five to three and of nine to one.
inline constexpr double kLeads = 0.25;
inline constexpr double kDecides = 0.8;
// Who was given so little and won all the same has come back from odds of three to one.
inline constexpr double kComesBack = 0.5;

// Of one game. Values are seat 0's, in [-1, 1].
struct Tension {
  // How often the lead went from one side to the other.
  int lead_changes = 0;
  // Of a game that somebody won: mean of what the winner was behind by (0 where it was ahead), and
  // the most of it.
  double drama = 0;
  double deepest = 0;
  bool comeback = false;
  // After which share of the course the winner's lead was decisive for good; 1: not before the end.
  double decided_at = 1;
};

// `values` in the order of play, evenly spread; `first_return` of the whole game. REQUIRES: values.
Tension TensionOf(std::span<const double> values, double first_return);

// The value after this share of the course, in [0, 1], on a straight line between two.
// REQUIRES: values.
double ValueAt(std::span<const double> values, double share);

}  // namespace kvintet::arena
