// Punct::DeriveWays: shortest paths between opposite sides (P5), as network input.
//
// A path costs nothing over the colour's topmost dots, one over an empty space, and two over the
// other's topmost dot, which must be covered by a stack. The total cost is its length.
#include <algorithm>
#include <array>
#include <cstddef>

#include "envs/games/punct/connection.h"
#include "envs/games/punct/punct.h"

namespace kvintet::envs::punct {
namespace {

// The straight path across the empty board has length 17. Longer paths than this count as none.
constexpr int kLongest = 24;
// Paths are distinguished only up to this excess over the shortest.
constexpr int kSlack = 3;

// A surface from the point of view of one colour.
struct Costs {
  // Indexed by the cost of a space.
  std::array<Lanes, 3> spots;

  Costs(const Surface& surface, size_t colour, const Board& board)
      : spots{Load(surface.top[colour]), NoSpots(), Load(surface.top[colour ^ 1])} {
    spots[1] = Load(board.All()) & ~(spots[0] | spots[2]);
  }
};

// The spots that paths from one side reach, by length; the length includes the spot itself.
using Reached = std::array<Lanes, kLongest + 1>;

template <int kStride>
Reached ReachedFrom(const Spots& side, const Costs& costs, const Board& board) {
  const Lanes own = costs.spots[0];
  const Lanes start = Load(side);
  Reached reached;
  reached[0] = ComponentOf<kStride>(start & own, own, board);
  Lanes beside = start | Grown<kStride>(reached[0], board);
  Lanes beside_before = NoSpots();
  for (size_t length = 1; length < reached.size(); ++length) {
    const Lanes on = (beside & costs.spots[1]) | (beside_before & costs.spots[2]);
    const Lanes so_far = reached[length - 1] | on;
    reached[length] = ComponentOf<kStride>(so_far, so_far | own, board);
    beside_before = beside;
    beside = start | Grown<kStride>(reached[length], board);
  }
  return reached;
}

// The spots on paths of at most this length between two sides.
Lanes OnWays(const Reached& one, const Reached& other, const Costs& costs, int length) {
  Lanes on = NoSpots();
  for (int cost = 0; cost < 3; ++cost) {
    // Both lengths include the spot itself.
    const int both = std::min(length + cost, 2 * kLongest);
    Lanes ways = NoSpots();
    for (int first = std::max(0, both - kLongest); first <= std::min(both, kLongest); ++first) {
      ways |= one[static_cast<size_t>(first)] & other[static_cast<size_t>(both - first)];
    }
    on |= ways & costs.spots[static_cast<size_t>(cost)];
  }
  return on;
}

// For one colour: the length of the shortest path between any opposite sides, and the spots on
// paths that exceed it by at most a given amount.
struct Ways {
  int length = kLongest + 1;
  std::array<Lanes, kSlack> spots = {NoSpots(), NoSpots(), NoSpots()};
};

template <int kStride>
Ways FindWays(const Costs& costs, const Board& board) {
  std::array<std::array<Reached, 2>, 3> reached;
  Ways ways;
  for (size_t pair = 0; pair < reached.size(); ++pair) {
    const std::array<Spots, 2>& sides = board.Sides()[pair];
    reached[pair] = {ReachedFrom<kStride>(sides[0], costs, board),
                     ReachedFrom<kStride>(sides[1], costs, board)};
    for (int length = 0; length < ways.length; ++length) {
      if (Any(reached[pair][0][static_cast<size_t>(length)] & Load(sides[1]))) {
        ways.length = length;
      }
    }
  }
  for (int slack = 0; slack < kSlack && ways.length <= kLongest; ++slack) {
    for (const std::array<Reached, 2>& pair : reached) {
      ways.spots[static_cast<size_t>(slack)] |=
          OnWays(pair[0], pair[1], costs, ways.length + slack);
    }
  }
  return ways;
}

}  // namespace

// Two planes for each colour: 3 on shortest paths, 2 and 1 on paths that are one and two longer;
// and 10 minus the length of the shortest path, everywhere on the board.
void Punct::DeriveWays(const View& view, std::span<uint8_t> planes) const {
  constexpr int kFar = 10;
  const size_t cells = static_cast<size_t>(board_.width()) * static_cast<size_t>(board_.width());
  const size_t own = view.seat == Seat::k1 ? kBlack : kWhite;
  for (size_t side = 0; side < 2; ++side) {
    const Costs costs(view.position.surface, own ^ side, board_);
    const Ways ways = board_.stride() == kFullStride ? FindWays<kFullStride>(costs, board_)
                                                     : FindWays<kTinyStride>(costs, board_);
    uint8_t* const on_ways = planes.data() + 2 * side * cells;
    for (const Lanes spots : ways.spots) {
      Store(spots).ForEach([&](int spot) { ++on_ways[board_.CellOf(spot)]; });
    }
    const auto shorter = static_cast<uint8_t>(std::max(0, kFar - ways.length));
    uint8_t* const lengths = on_ways + cells;
    board_.All().ForEach([&](int spot) { lengths[board_.CellOf(spot)] = shorter; });
  }
}

}  // namespace kvintet::envs::punct
