// Renju opening: the 26 named openings, and when two offers of a fifth move are equivalent.
#pragma once

#include <string>
#include <vector>

#include "tests/reference/renju/renju_lines.h"

namespace kvintet::reference::renju {

// One of the eight rotations and reflections (`turn` 0..7) of the lattice about its origin.
Point Turned(Point point, int turn);

// The name, such as `D4 Kagetsu`, of the opening with these stones, the second being White's; empty
// if they are not one of the 26 under any of the eight symmetries of the board.
std::string NameOfOpening(Point first, Point second, Point third);

// A symmetry of the infinite lattice: a rotation or reflection about the origin, then a shift.
struct Symmetry {
  int turn = 0;
  Point shift;
};

// Every symmetry that maps the board's stones onto themselves and keeps colours.
std::vector<Symmetry> PatternSymmetries(const std::string& board);

// Whether two offers are equal, or one of the symmetries maps `one` onto `other`.
bool SameOffer(const std::vector<Symmetry>& symmetries, Point one, Point other);

}  // namespace kvintet::reference::renju
