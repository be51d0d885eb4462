// Board: the spaces of the reference PÜNCT, their names, its sides and its centre.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvintet::reference::punct {

// A space, possibly outside the board: steps from the middle along the letters (x) and numbers (y).
struct Space {
  int x = 0;
  int y = 0;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Space&) const = default;
};

using Spaces = std::vector<Space>;

Space operator+(Space one, Space other);

// P1: a regular hexagon without its six corner spaces, with its sides `radius` steps from its
// middle; its centre is the hexagon of `centre_radius` steps around the middle.
struct Board {
  int radius = 8;
  int centre_radius = 2;
};

bool OnBoard(const Board& board, Space space);
bool InCentre(const Board& board, Space space);

// Every space of the board, ascending.
Spaces AllSpaces(const Board& board);

// P2: the step d0, d1 ... d5; other numbers are taken modulo 6. REQUIRES: number >= 0.
Space Direction(int number);

// P1: the three pairs of opposite sides, each side ascending.
std::vector<std::pair<Spaces, Spaces>> OppositeSides(const Board& board);

// `I9`: the letter of x, counted from `A`, and the number of y, counted from 1. REQUIRES: it is on
// the board.
std::string SpaceName(const Board& board, Space space);

// The space with that name; nullopt if there is none.
std::optional<Space> ParseSpace(const Board& board, const std::string& name);

}  // namespace kvintet::reference::punct
