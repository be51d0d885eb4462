// Tension: lead changes, drama and comebacks of a game, from a judge's values of its positions.
#pragma once

#include <span>
#include <vector>

namespace kvintet::arena {

// A side leads if the judge's value for it is at least kLeads (odds of five to three). It has
// decided the game once the value reaches kDecides (odds of nine to one) and never falls below it
// again.
inline constexpr double kLeads = 0.25;
inline constexpr double kDecides = 0.8;
// A winner whose value was once at -kComesBack or below has come back (from odds of one to three).
inline constexpr double kComesBack = 0.5;

// Tension of one game. Values are seat 0's, in [-1, 1].
struct Tension {
  // How often the lead changed sides.
  int lead_changes = 0;
  // For a decisive game: mean and maximum of how far the winner was behind (0 where it was ahead).
  double drama = 0;
  double deepest = 0;
  bool comeback = false;
  // Share of the course after which the winner's lead stayed decisive; 1 if not before the end.
  double decided_at = 1;
};

// `values` are in the order of play, evenly spaced; `first_return` is seat 0's return of the game.
// REQUIRES: values not empty.
Tension TensionOf(std::span<const double> values, double first_return);

// The value after this share of the course, in [0, 1], linearly interpolated. REQUIRES: values not
// empty.
double ValueAt(std::span<const double> values, double share);

}  // namespace kvintet::arena
