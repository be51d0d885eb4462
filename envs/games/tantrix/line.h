// Line: tiles joined by one colour, as the rules score them (T6).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// A tile's side that a line leaves the tiles by: the tile's index and the side's letter, which turn
// with the table.
struct LineEnd {
  uint8_t tile;
  uint8_t letter;
  auto operator<=>(const LineEnd&) const = default;
};

struct Line {
  // The number of its tiles, twice that of a loop; 0: there is none.
  uint8_t score;
  // The smallest number of its tiles.
  uint8_t smallest;
  // Ascending; zero of a loop.
  std::array<LineEnd, 2> ends;

  bool IsLoop() const { return ends[0] == ends[1]; }
  void Order() {
    if (ends[1] < ends[0]) {
      std::swap(ends[0], ends[1]);
    }
  }
  // Whether it counts more; of equals, so that one of them is best whatever the order in which they
  // came, whether it has the smaller tile.
  bool IsBetterThan(const Line& other) const {
    return score != other.score ? score > other.score : smallest < other.smallest;
  }
  bool operator==(const Line&) const = default;
};

// The space that a line's end points to.
inline Cell SpaceAt(const LineEnd& end, const Table& table) {
  const size_t way = (end.letter + table.RotationOf(end.tile)) % kSides;
  return Neighbour(table.CellOf(end.tile), way);
}

}  // namespace kvintet::envs::tantrix
