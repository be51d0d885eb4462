// Tests of Punct::Derive: lengths of paths (P5), compared with a search space by space.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/board.h"
#include "envs/games/punct/punct.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/watched_games.h"

namespace kvintet::envs::punct {
namespace {

constexpr int kUnreached = 1000;

// The cost of each spot for a colour: 0 for its own dot, 1 for an empty space, 2 for the other's
// dot.
using Costs = std::array<int, 256>;

Costs CostsOf(const Board& board, const Surface& surface, size_t colour) {
  Costs costs = {};
  board.All().ForEach([&](int spot) {
    costs[static_cast<size_t>(spot)] = surface.top[colour].Has(spot)       ? 0
                                       : surface.top[colour ^ 1].Has(spot) ? 2
                                                                           : 1;
  });
  return costs;
}

// The cheapest path from a side to each spot, by relaxation until nothing changes.
Costs LengthsFrom(const Board& board, const Spots& side, const Costs& costs) {
  Costs lengths;
  lengths.fill(kUnreached);
  side.ForEach(
      [&](int spot) { lengths[static_cast<size_t>(spot)] = costs[static_cast<size_t>(spot)]; });
  bool changed = true;
  while (changed) {
    changed = false;
    board.All().ForEach([&](int spot) {
      const Place place = board.PlaceOf(spot);
      for (const Place& step : kSteps) {
        const Place next = {place.x + step.x, place.y + step.y};
        if (!board.Has(next)) {
          continue;
        }
        const auto to = static_cast<size_t>(board.SpotAt(next));
        const int length = lengths[static_cast<size_t>(spot)] + costs[to];
        if (length < lengths[to]) {
          lengths[to] = length;
          changed = true;
        }
      }
    });
  }
  return lengths;
}

// The two planes of a colour.
std::vector<uint8_t> PlanesOf(const Board& board, const Surface& surface, size_t colour) {
  const Costs costs = CostsOf(board, surface, colour);
  Costs through;
  through.fill(kUnreached);
  int shortest = kUnreached;
  for (const std::array<Spots, 2>& sides : board.Sides()) {
    const Costs one = LengthsFrom(board, sides[0], costs);
    const Costs other = LengthsFrom(board, sides[1], costs);
    board.All().ForEach([&](int spot) {
      const auto at = static_cast<size_t>(spot);
      through[at] = std::min(through[at], one[at] + other[at] - costs[at]);
      shortest = std::min(shortest, through[at]);
    });
  }
  const auto cells = static_cast<size_t>(board.width() * board.width());
  std::vector<uint8_t> planes(2 * cells);
  board.All().ForEach([&](int spot) {
    const auto cell = static_cast<size_t>(board.CellOf(spot));
    planes[cell] =
        static_cast<uint8_t>(std::max(0, 3 - (through[static_cast<size_t>(spot)] - shortest)));
    planes[cells + cell] = static_cast<uint8_t>(std::max(0, 10 - shortest));
  });
  return planes;
}

class WaysTest : public ::testing::TestWithParam<std::string> {};

TEST_P(WaysTest, AreThoseOfASearchSpaceBySpace) {
  const std::unique_ptr<Game> game = MakeGame(GetParam()).value();
  const DerivedPlanes& derived = *game->derived_planes();
  const bool tiny = GetParam() == "tiny_punct";
  const Board board(tiny ? Box{.radius = 4} : Box{});
  const auto cells = static_cast<size_t>(board.width() * board.width());
  std::vector<uint8_t> planes(4 * cells);
  int short_ways = 0;
  const auto compare = [&](const Playthrough& play, Seat seat, ConstViews view) {
    derived.Derive(view, planes);
    const auto& position = *reinterpret_cast<const Position*>(play.Position().Bytes().data());
    for (size_t side = 0; side < 2; ++side) {
      const size_t colour = (seat == Seat::k1 ? 1u : 0u) ^ side;
      const std::vector<uint8_t> wanted = PlanesOf(board, position.surface, colour);
      const auto first = planes.begin() + static_cast<std::ptrdiff_t>(2 * side * cells);
      ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), first))
          << "side " << side << ": " << game->PositionText(play.Position());
      short_ways += wanted[cells + cells / 2] >= 6 ? 1 : 0;
    }
  };
  testing::WatchGames(*game, 4, compare);
  EXPECT_GT(short_ways, 10);
}

INSTANTIATE_TEST_SUITE_P(Games, WaysTest, ::testing::Values("punct", "tiny_punct"));

}  // namespace
}  // namespace kvintet::envs::punct
