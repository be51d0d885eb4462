// Line: tiles connected by one colour, as the rules score them (T6).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// The side of a tile where a line ends: the tile's index and the letter of the side. Neither
// changes when the table is turned.
struct LineEnd {
  uint8_t tile;
  uint8_t letter;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const LineEnd&) const = default;
};

struct Line {
  // The number of tiles, twice that for a loop; 0 if there is no line.
  uint8_t score;
  // The smallest number among its tiles.
  uint8_t smallest;
  // In ascending order; zero for a loop.
  std::array<LineEnd, 2> ends;

  bool IsLoop() const { return ends[0] == ends[1]; }
  void Order() {
    if (ends[1] < ends[0]) {
      std::swap(ends[0], ends[1]);
    }
  }
  // Whether it scores more. Of equal lines, the one with the smaller tile is better, so that the
  // best does not depend on the order of comparison.
  bool IsBetterThan(const Line& other) const {
    return score != other.score ? score > other.score : smallest < other.smallest;
  }
  bool operator==(const Line&) const = default;
};

// The space that the end of a line points to.
inline Cell SpaceAt(const LineEnd& end, const Table& table) {
  const size_t way = (end.letter + table.RotationOf(end.tile)) % kSides;
  return Neighbour(table.CellOf(end.tile), way);
}

}  // namespace kvintet::envs::tantrix
