// Tests of shapes: restrictions 2 and 3 of T4 computed by the hull, compared with the closure.
#include "envs/games/tantrix/shape.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/tantrix/field.h"

namespace kvintet::envs::tantrix {
namespace {

// The definition, on a board of counts: spaces touched by three tiles are filled one at a time.
class Closure {
 public:
  explicit Closure(const Table& table) {
    ForEachTile(table.tiles, [&](int tile) { Fill(table.CellOf(tile)); });
  }

  // Whether no space is filled with, or left with, four tiles around it after one more is placed.
  bool HoldsWith(Cell cell) {
    Fill(cell);
    for (size_t i = 0; i < due_.size(); ++i) {
      if (!TileAt(due_[i]) && Touches(due_[i]) == 3) {
        Fill(due_[i]);
      }
    }
    bool holds = true;
    for (const Cell& touched : due_) {
      holds = holds && (TileAt(touched) ? Filled(touched) <= 3 : Touches(touched) <= 3);
    }
    return holds;
  }

 private:
  static constexpr int kSide = 160;
  struct Spot {
    bool tile = false;
    int touches = 0;
    // The number of tiles around the space when it was filled.
    int filled = 0;
  };

  Spot& At(Cell cell) {
    return spots_[static_cast<size_t>((cell.r + kSide / 2) * kSide + cell.q + kSide / 2)];
  }
  bool TileAt(Cell cell) { return At(cell).tile; }
  int Touches(Cell cell) { return At(cell).touches; }
  int Filled(Cell cell) { return At(cell).filled; }

  void Fill(Cell cell) {
    At(cell).tile = true;
    At(cell).filled = At(cell).touches;
    for (size_t d = 0; d < kSides; ++d) {
      const Cell beside = Neighbour(cell, d);
      if (++At(beside).touches >= 3 && !TileAt(beside)) {
        due_.push_back(beside);
      }
    }
  }

  std::vector<Spot> spots_ = std::vector<Spot>(kSide * kSide);
  // Spaces that were touched by three tiles when they were added.
  std::vector<Cell> due_;
};

// Grows random legal shapes of up to 56 tiles and compares both tests on every space.
int64_t CompareOnShapes(uint32_t num_shapes, uint64_t seed) {
  int64_t placements = 0;
  for (uint32_t number = 0; number < num_shapes; ++number) {
    RandomStream random(seed, number, 0, Purpose::kTest);
    // How often, out of 16, a forced space is filled if there is one.
    const uint32_t fills = random.Below(17);
    Table table = {};
    table.Put(0, {0, 0}, 0);
    while (table.num_tiles < kMaxTiles) {
      const Field field(table, true);
      std::vector<Cell> forced;
      std::vector<Cell> free;
      const Outline& outline = field.outline();
      outline.ForEachSpace(outline.Spaces(), [&](int, Cell cell) {
        const bool holds = Closure(table).HoldsWith(cell);
        const bool is_forced = outline.Has(outline.Forced(), cell);
        ++placements;
        const bool legal = is_forced || outline.Has(field.Free(), cell);
        EXPECT_EQ(legal, holds) << cell.q << "," << cell.r << " beside " << table.num_tiles;
        if (holds) {
          (is_forced ? forced : free).push_back(cell);
        }
        return true;
      });
      const bool fill = !forced.empty() && (free.empty() || random.Below(16) < fills);
      const std::vector<Cell>& cells = fill ? forced : free;
      table.Put(table.num_tiles, cells[random.Below(static_cast<uint32_t>(cells.size()))], 0);
      if (::testing::Test::HasFailure()) {
        return placements;
      }
    }
  }
  return placements;
}

TEST(ShapeTest, T4_HullAndClosureAgree) { EXPECT_GT(CompareOnShapes(10, 1), 10'000); }

// The long form: run by hand, and by the test tantrix_shape_long_test.
TEST(ShapeTest, DISABLED_T4_HullAndClosureAgreeOnAMillionPlacements) {
  EXPECT_GT(CompareOnShapes(900, 2), 1'000'000);
}

TEST(ShapeTest, T4_BothFormsOfTheClosureAgree) {
  Table table = {};
  int tile = 0;
  for (const Cell cell : {Cell{0, 0}, Cell{1, 0}, Cell{2, 0}, Cell{3, 0}, Cell{0, -1}}) {
    table.Put(tile++, cell, 0);
  }
  const Outline outline(table);
  for (int space = 0; space < outline.NumSpaces(); ++space) {
    const Cell cell = outline.CellOf(space);
    EXPECT_EQ(ClosureHolds(table, &cell, nullptr), Closure(table).HoldsWith(cell));
  }
}

}  // namespace
}  // namespace kvintet::envs::tantrix
