// Tests of GrowingField: after each tile it agrees with a Field built anew.
#include "envs/games/tantrix/growing_field.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/tantrix/field.h"

namespace kvintet::envs::tantrix {
namespace {

struct Placement {
  Cell space;
  int tile;
  size_t rotation;
};

std::vector<Cell> CellsOf(const Outline& outline, const CellRows& rows) {
  std::vector<Cell> cells;
  outline.ForEachSpace(rows, [&](int, Cell cell) {
    cells.push_back(cell);
    return true;
  });
  return cells;
}

int BestScore(const Field& field, const Table& table, Colour colour) {
  int best = 0;
  ForEachTile(table.tiles, [&](int tile) {
    best = std::max<int>(best, field.LineThrough(table.CellOf(tile), colour).score);
  });
  return best;
}

void ExpectEqual(const GrowingField& growing, bool restricted) {
  const Field field(growing.table(), restricted);
  CellRows scratch;
  for (const Colour colour : {kBlue, kGreen, kRed, kYellow}) {
    EXPECT_EQ(growing.BestScore(colour), BestScore(field, growing.table(), colour));
  }
  const Outline& outline = field.outline();
  EXPECT_EQ(CellsOf(growing.outline(), growing.outline().Spaces()),
            CellsOf(outline, outline.Spaces()));
  EXPECT_EQ(CellsOf(growing.outline(), growing.outline().Forced()),
            CellsOf(outline, outline.Forced()));
  EXPECT_EQ(CellsOf(growing.outline(), growing.Free(restricted, &scratch)),
            CellsOf(outline, field.Free()));
  for (const Cell space : CellsOf(outline, outline.Spaces())) {
    for (int tile = 0; tile < static_cast<int>(kMaxTiles); ++tile) {
      ASSERT_EQ(growing.Rotations(space, tile, restricted), field.Rotations(space, tile))
          << "tile " << tile << " at " << space.q << "," << space.r;
    }
  }
}

std::vector<Placement> PlacementsOn(const GrowingField& growing, Cell space) {
  std::vector<Placement> placements;
  const TileSet unused = ~TileSet{0} >> (64 - kMaxTiles) & ~growing.table().tiles;
  ForEachTile(unused, [&](int tile) {
    for (unsigned rest = growing.Rotations(space, tile, true); rest != 0; rest &= rest - 1) {
      placements.push_back({space, tile, static_cast<size_t>(std::countr_zero(rest))});
    }
  });
  return placements;
}

// The free placements; with a direction, those on that ray from 0,0 if there are any.
std::vector<Placement> Placements(const GrowingField& growing, std::optional<int> direction) {
  std::vector<Placement> all;
  CellRows scratch;
  for (const Cell space : CellsOf(growing.outline(), growing.Free(true, &scratch))) {
    std::ranges::copy(PlacementsOn(growing, space), std::back_inserter(all));
  }
  std::vector<Placement> ahead;
  std::ranges::copy_if(all, std::back_inserter(ahead), [&](const Placement& placement) {
    const Cell turned = Turned(placement.space, direction.value_or(0));
    return direction.has_value() && turned.r == 0 && turned.q > 0;
  });
  return ahead.empty() ? all : ahead;
}

// What LineScore says before a tile is laid holds afterwards.
void Lay(const Placement& chosen, GrowingField* growing) {
  std::vector<int> scores;
  for (const Colour colour : {kBlue, kGreen, kRed, kYellow}) {
    scores.push_back(growing->LineScore(chosen.space, chosen.tile, chosen.rotation, colour));
  }
  growing->Lay(chosen.space, chosen.tile, chosen.rotation);
  const Field field(growing->table(), false);
  for (const Colour colour : {kBlue, kGreen, kRed, kYellow}) {
    EXPECT_EQ(scores[colour], field.LineThrough(chosen.space, colour).score);
  }
}

// Grows a table from one tile until nothing fits. With a direction, mostly in a straight line.
int Grow(uint32_t number, std::optional<int> direction) {
  RandomStream random(1, number, 0, Purpose::kTest);
  Table first = {};
  first.Put(static_cast<int>(random.Below(kMaxTiles)), {0, 0}, 0);
  GrowingField growing(first);
  while (true) {
    ExpectEqual(growing, true);
    ExpectEqual(growing, false);
    const bool anywhere = random.Below(8) == 0;
    const std::vector<Placement> next = Placements(growing, anywhere ? std::nullopt : direction);
    if (next.empty() || ::testing::Test::HasFailure()) {
      return growing.table().most[0] - growing.table().least[0];
    }
    const Placement& chosen = next[random.Below(static_cast<uint32_t>(next.size()))];
    Lay(chosen, &growing);
  }
}

TEST(GrowingFieldTest, AgreesWithAFieldBuiltAnew) {
  for (uint32_t number = 0; number < 8; ++number) {
    Grow(number, std::nullopt);
  }
}

TEST(GrowingFieldTest, LongTablesFit) {
  int widest = 0;
  for (uint32_t number = 0; number < 6; ++number) {
    widest = std::max(widest, Grow(number, static_cast<int>(number)));
  }
  EXPECT_GT(widest, 35);
}

}  // namespace
}  // namespace kvintet::envs::tantrix
