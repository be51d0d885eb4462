// BestLine: the score of clause T6, by following every line from each of its tiles.
#include <algorithm>
#include <array>

#include "tests/reference/tantrix/tantrix_table.h"

namespace kvintet::reference::tantrix {
namespace {

// The directions in which the tile shows `colour`: two or none.
std::vector<int> Ends(const Placement& tile, char colour) {
  std::vector<int> ends;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    if (ColourFacing(tile, direction) == colour) ends.push_back(direction);
  }
  return ends;
}

// A walk along a line from one of its tiles in one direction.
struct Walk {
  int tiles = 0;        // passed, the first left out
  bool closed = false;  // it came back to the first
};

Walk WalkFrom(const Table& table, const Placement& start, int direction, char colour) {
  Walk walk;
  const Placement* tile = table.At(Neighbour(start.place, direction));
  while (tile != nullptr) {
    if (tile->place == start.place) {
      walk.closed = true;
      return walk;
    }
    ++walk.tiles;
    const std::vector<int> ends = Ends(*tile, colour);
    const int entered = Opposite(direction);
    direction = ends[0] == entered ? ends[1] : ends[0];
    tile = table.At(Neighbour(tile->place, direction));
  }
  return walk;
}

// T6: winner's points in tenths for differences 0 to 36.
constexpr std::array<int, 37> kTournamentTenths = {
    100, 133, 139, 143, 147, 150, 153, 155, 158, 160, 162, 164, 166, 168, 170, 172, 173, 175, 177,
    178, 180, 181, 183, 184, 185, 187, 188, 189, 191, 192, 193, 194, 195, 197, 198, 199, 200};

}  // namespace

int BestLine(const Table& table, char colour) {
  int best = 0;
  for (const Placement& tile : table.Placements()) {
    const std::vector<int> ends = Ends(tile, colour);
    if (ends.empty()) continue;
    const Walk one_way = WalkFrom(table, tile, ends[0], colour);
    const Walk other_way = WalkFrom(table, tile, ends[1], colour);
    // A loop is complete in either direction, and counts two points per tile.
    const int points =
        one_way.closed ? 2 * (1 + one_way.tiles) : 1 + one_way.tiles + other_way.tiles;
    best = std::max(best, points);
  }
  return best;
}

int TournamentTenths(int difference) {
  return kTournamentTenths[static_cast<std::size_t>(std::min(difference, 36))];
}

}  // namespace kvintet::reference::tantrix
