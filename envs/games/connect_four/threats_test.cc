// Tests of ConnectFour::Derive: fours and threes (CF2) counted disc by disc.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::connect_four {
namespace {

constexpr int kRows = 6;
constexpr int kColumns = 7;
constexpr int kCells = kRows * kColumns;

// 1 for own, 2 for the other's, 0 for free; read from the planes of Observe.
using Grid = std::array<int, kCells>;

// The number of lines of four through a free cell that have `wanted` discs of kind `disc` and no
// opposing disc.
int LinesWith(const Grid& grid, int cell, int disc, int wanted) {
  int lines = 0;
  for (const auto& [up, across] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
    for (int back = 0; back < 4; ++back) {
      int discs = 0;
      bool open = true;
      for (int i = 0; i < 4; ++i) {
        const int row = cell / kColumns + (i - back) * up;
        const int column = cell % kColumns + (i - back) * across;
        if (row < 0 || row >= kRows || column < 0 || column >= kColumns) {
          open = false;
          break;
        }
        const int there = grid[static_cast<size_t>(row * kColumns + column)];
        discs += there == disc ? 1 : 0;
        open = open && (there == disc || there == 0);
      }
      lines += open && discs == wanted ? 1 : 0;
    }
  }
  return lines;
}

TEST(ThreatsTest, CF2_AreThoseCountedDiscByDisc) {
  const std::unique_ptr<Game> game = MakeGame("connect_four").value();
  std::vector<uint8_t> own(2 * kCells);
  std::vector<uint8_t> planes(4 * kCells);
  int fours = 0;
  for (uint32_t number = 0; number < 40; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Playthrough play(*game);
    while (!play.Ended()) {
      const Seat seat = number % 2 == 0 ? Seat::k0 : Seat::k1;
      const ViewBuffer view = play.View(seat);
      game->Observe(view.Span(), own, {});
      game->derived_planes()->Derive(view.Span(), planes);
      Grid grid = {};
      for (size_t i = 0; i < kCells; ++i) {
        grid[i] = own[i] + 2 * own[kCells + i];
      }
      for (int cell = 0; cell < kCells; ++cell) {
        const auto at = static_cast<size_t>(cell);
        const bool free = grid[at] == 0;
        for (size_t side = 0; side < 2; ++side) {
          const int disc = static_cast<int>(side) + 1;
          const bool four = free && LinesWith(grid, cell, disc, 3) > 0;
          fours += four ? 1 : 0;
          ASSERT_EQ(planes[2 * side * kCells + at], four ? 1 : 0)
              << cell << ": " << game->PositionText(play.Position());
          ASSERT_EQ(planes[(2 * side + 1) * kCells + at], free ? LinesWith(grid, cell, disc, 2) : 0)
              << cell << ": " << game->PositionText(play.Position());
        }
      }
      const Actor actor = play.Actors().First();
      const std::vector<Action> legal = LegalList(*game, play.View(SeatOf(actor)).Span());
      ASSERT_TRUE(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]).ok());
    }
  }
  EXPECT_GT(fours, 100);
}

}  // namespace
}  // namespace kvintet::envs::connect_four
