// Tests of the reference Tantrix's tiles, restrictions and lines: clauses T1, T4, T6 and T8.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/rng.h"
#include "tests/reference/tantrix/tantrix.h"
#include "tests/reference/tantrix/tantrix_restrictions.h"

namespace kvintet::reference::tantrix {
namespace {

// The lexicographically smallest rotation of a string.
std::string Canonical(const std::string& colours) {
  std::string least = colours;
  for (std::size_t i = 1; i < colours.size(); ++i) {
    least = std::min(least, colours.substr(i) + colours.substr(0, i));
  }
  return least;
}

char MissingColour(int tile) {
  for (const char colour : {'B', 'G', 'R', 'Y'}) {
    if (EdgeColours(tile).find(colour) == std::string::npos) return colour;
  }
  return '-';
}

// The tiles of `17@2,-1/4 ...`, whether they fit or not.
Table TableOf(const std::string& texts) {
  std::istringstream stream(texts);
  Table table;
  for (std::string text; stream >> text;) table.Lay(ParsePlacement(text));
  return table;
}

Shape ShapeOf(const std::vector<Place>& places) {
  Shape shape;
  for (const Place place : places) shape.Add(place);
  return shape;
}

// Whether every edge between two tiles has one colour, and every tile but the first touches
// another.
bool AllFit(const Table& table) {
  Table again;
  for (const Placement& placement : table.Placements()) {
    if (!Fits(again, placement)) return false;
    again.Lay(placement);
  }
  return true;
}

std::set<std::string> Texts(const std::vector<Placement>& placements) {
  std::set<std::string> texts;
  for (const Placement& placement : placements) texts.insert(PlacementText(placement));
  return texts;
}

// Positions of random games in which the bag still has a tile.
std::vector<Table> TablesWithBag(int num_games) {
  std::vector<Table> tables;
  for (int game_index = 0; game_index < num_games; ++game_index) {
    RandomStream random(7, static_cast<std::uint32_t>(game_index), 0, Purpose::kTest);
    Tantrix game{TantrixOptions{}};
    while (!game.Actors().empty()) {
      const int actor = game.Actors()[0];
      const std::vector<std::string> moves = game.LegalMoves(actor);
      game.Apply(actor, moves[random.Below(static_cast<std::uint32_t>(moves.size()))]);
      const bool laid = actor != kChanceActor && !game.Bag().empty();
      if (laid) tables.push_back(game.LaidTiles());
    }
  }
  return tables;
}

std::optional<Place> FirstForced(const Shape& shape) {
  for (const Place space : shape.Spaces()) {
    if (IsForced(shape, space)) return space;
  }
  return std::nullopt;
}

// T4.2 and T4.3 taken literally, without looking ahead from the new tile.
bool BreaksByTheWords(const Shape& shape, Place place) {
  if (IsForced(shape, place)) return false;
  Shape with_tile = shape;
  with_tile.Add(place);
  for (const Place space : with_tile.Spaces()) {
    if (with_tile.Touches(space) >= 4) return true;
  }
  Shape filled = shape;
  while (const std::optional<Place> forced = FirstForced(filled)) filled.Add(*forced);
  if (filled.Has(place)) return true;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Place beside = Neighbour(place, direction);
    if (filled.Has(beside) && !shape.Has(beside)) return true;
  }
  return false;
}

struct Range {
  int least = 0;
  int greatest = 0;
  bool Has(int x) const { return least <= x && x <= greatest; }
};

// The hull of T4: all places between the least and greatest q, r and q + r.
struct Hull {
  Range q = {};
  Range r = {};
  Range sum = {};
  bool Has(Place place) const {
    return q.Has(place.q) && r.Has(place.r) && sum.Has(place.q + place.r);
  }
};

void Widen(Range* range, int x) {
  range->least = std::min(range->least, x);
  range->greatest = std::max(range->greatest, x);
}

Hull HullOf(const Shape& shape) {
  Hull hull;  // 0,0 is always filled
  for (const Place place : shape.Places()) {
    Widen(&hull.q, place.q);
    Widen(&hull.r, place.r);
    Widen(&hull.sum, place.q + place.r);
  }
  return hull;
}

bool BreaksByTheHull(const Shape& shape, Place place) {
  if (IsForced(shape, place)) return false;
  const Hull hull = HullOf(shape);
  if (hull.Has(place)) return true;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Place beside = Neighbour(place, direction);
    if (hull.Has(beside) && !shape.Has(beside)) return true;
  }
  return false;
}

TEST(TantrixTableTest, T1_SetIsEveryTileOfThreeColoursButThreeStraightLines) {
  std::set<std::string> expected;
  for (const std::string colours : {"BBRRYY", "BBGGRR", "BBGGYY", "GGRRYY"}) {
    std::string edges = colours;
    do {
      const bool three_straight_lines = edges.substr(0, 3) == edges.substr(3);
      if (!three_straight_lines) expected.insert(Canonical(edges));
    } while (std::next_permutation(edges.begin(), edges.end()));
  }
  std::multiset<std::string> tiles;
  for (const int tile : AllTiles()) tiles.insert(Canonical(EdgeColours(tile)));
  EXPECT_EQ(tiles, std::multiset<std::string>(expected.begin(), expected.end()));
  EXPECT_EQ(tiles.size(), 56u);
}

TEST(TantrixTableTest, T1_FamiliesOfFourteenByMissingColour) {
  std::map<char, int> sizes;
  for (const int tile : AllTiles()) ++sizes[MissingColour(tile)];
  EXPECT_EQ(sizes, (std::map<char, int>{{'B', 14}, {'G', 14}, {'R', 14}, {'Y', 14}}));
  for (int tile = 1; tile <= 14; ++tile) EXPECT_EQ(MissingColour(tile), 'G') << tile;
  for (int tile = 15; tile <= 23; ++tile) EXPECT_EQ(MissingColour(tile), 'B') << tile;
  for (int tile = 24; tile <= 30; ++tile) EXPECT_EQ(MissingColour(tile), 'Y') << tile;
  for (int tile = 31; tile <= 35; ++tile) EXPECT_EQ(MissingColour(tile), 'B') << tile;
  for (int tile = 36; tile <= 42; ++tile) EXPECT_EQ(MissingColour(tile), 'Y') << tile;
  for (int tile = 43; tile <= 56; ++tile) EXPECT_EQ(MissingColour(tile), 'R') << tile;
}

TEST(TantrixTableTest, T1_LettersTurnClockwiseWithTheRotation) {
  EXPECT_EQ(EdgeColours(1), "YYBRBR");
  EXPECT_EQ(ColourFacing({1, {0, 0}, 0}, 2), 'B');
  EXPECT_EQ(ColourFacing({1, {0, 0}, 3}, 5), 'B');  // letter 2 faces 2 + 3
  EXPECT_EQ(ColourFacing({1, {0, 0}, 4}, 1), 'R');  // letter 3 faces 3 + 4 - 6
}

TEST(TantrixTableTest, T1_DirectionsLeadBackByTheirOpposites) {
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Place there = Neighbour({3, -2}, direction);
    EXPECT_EQ(Neighbour(there, Opposite(direction)), (Place{3, -2}));
  }
}

TEST(TantrixTableTest, T3_TilesTouchAndMatchOnAllSharedEdges) {
  const Table table = TableOf("1@0,0/0");  // shows Y to 1,0
  EXPECT_TRUE(Fits(table, {2, {1, 0}, 3}));
  EXPECT_TRUE(Fits(table, {2, {1, 0}, 2}));
  EXPECT_FALSE(Fits(table, {2, {1, 0}, 0}));
  EXPECT_FALSE(Fits(table, {2, {0, 0}, 0}));
  EXPECT_FALSE(Fits(table, {2, {2, 0}, 3}));
}

TEST(TantrixTableTest, T4_1_NoSpaceMayFaceThreeEdgesOfOneColour) {
  const Table corner = TableOf("49@0,0/0 38@1,0/2 32@1,1/0");
  ASSERT_TRUE(AllFit(corner));
  EXPECT_TRUE(Fits(corner, {33, {2, -1}, 2}));
  EXPECT_TRUE(BreaksFirstRestriction(corner, {33, {2, -1}, 2}));
  EXPECT_TRUE(Fits(corner, {33, {2, -1}, 1}));
  EXPECT_FALSE(BreaksFirstRestriction(corner, {33, {2, -1}, 1}));
}

TEST(TantrixTableTest, T4_1_NeverHoldsThreeEdgesOfOneColourWhileTheBagLasts) {
  for (const Table& table : TablesWithBag(4)) {
    for (const Place space : table.Filled().Spaces()) {
      std::map<char, int> facing;
      for (int direction = 0; direction < kNumDirections; ++direction) {
        const Placement* tile = table.At(Neighbour(space, direction));
        if (tile != nullptr) ++facing[ColourFacing(*tile, Opposite(direction))];
      }
      for (const auto& [colour, edges] : facing) EXPECT_LE(edges, 2) << colour;
    }
  }
}

TEST(TantrixTableTest, T4_23_Examples) {
  EXPECT_TRUE(BreaksSecondOrThird(ShapeOf({{0, 0}, {0, 1}, {0, 2}, {1, 2}}), {1, -1}));
  const Shape bar = ShapeOf({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, -1}});
  EXPECT_TRUE(BreaksSecondOrThird(bar, {3, -1}));
  EXPECT_TRUE(BreaksSecondOrThird(bar, {4, -1}));
  EXPECT_TRUE(BreaksSecondOrThird(ShapeOf({{0, 0}, {1, -1}, {1, -2}}), {-1, 0}));
}

TEST(TantrixTableTest, T4_23_ForbidNothingWithoutAForcedSpace) {
  int tables_without = 0;
  for (const Table& table : TablesWithBag(10)) {
    const std::vector<Place> spaces = table.Filled().Spaces();
    const auto forced = [&](Place space) { return IsForced(table.Filled(), space); };
    if (std::any_of(spaces.begin(), spaces.end(), forced)) continue;
    ++tables_without;
    for (const Place space : spaces) EXPECT_FALSE(BreaksSecondOrThird(table.Filled(), space));
  }
  EXPECT_GT(tables_without, 20);
}

TEST(TantrixTableTest, T4_23_FillsAreAlwaysAllowed) {
  const Shape shape = ShapeOf({{0, 0}, {0, 1}, {0, 2}, {1, 2}});
  ASSERT_TRUE(IsForced(shape, {1, 1}));
  EXPECT_FALSE(BreaksSecondOrThird(shape, {1, 1}));
}

TEST(TantrixTableTest, T4_23_NeverLeaveASpaceWithFourTilesWhileTheBagLasts) {
  for (const Table& table : TablesWithBag(4)) {
    for (const Place space : table.Filled().Spaces()) EXPECT_LE(table.Filled().Touches(space), 3);
  }
}

TEST(TantrixTableTest, T4_23_ClosureWordsAndHullAgree) {
  int broken = 0;
  for (const Table& table : TablesWithBag(2)) {
    const Shape& shape = table.Filled();
    for (const Place space : shape.Spaces()) {
      const bool by_closure = BreaksSecondOrThird(shape, space);
      EXPECT_EQ(by_closure, BreaksByTheWords(shape, space));
      EXPECT_EQ(by_closure, BreaksByTheHull(shape, space));
      broken += by_closure ? 1 : 0;
    }
  }
  EXPECT_GT(broken, 200);
}

TEST(TantrixTableTest, T5_RestrictionsLapseWithTheBag) {
  const Table table = TableOf("49@0,0/0 38@1,0/2 32@1,1/0");
  const std::set<std::string> with_bag = Texts(FreeMoves(table, {33}, true));
  const std::set<std::string> without_bag = Texts(FreeMoves(table, {33}, false));
  EXPECT_FALSE(with_bag.contains("33@2,-1/2"));    // the first restriction
  EXPECT_TRUE(without_bag.contains("33@2,-1/2"));  // has lapsed
  EXPECT_FALSE(with_bag.contains("33@0,2/1"));     // the second or third
  EXPECT_TRUE(without_bag.contains("33@0,2/1"));   // have lapsed
  EXPECT_EQ(with_bag.size(), 8u);
  EXPECT_EQ(without_bag.size(), 15u);
}

TEST(TantrixTableTest, T5_SpacesOfFourToSixAreForcedToo) {
  const std::vector<Place> ring = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
  for (std::size_t n = 1; n <= ring.size(); ++n) {
    const Shape shape = ShapeOf({ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(n)});
    EXPECT_EQ(IsForced(shape, {0, 0}), n >= 3) << n;
  }
}

TEST(TantrixTableTest, T6_LineEndsAtEmptyPlacesAndCountsItsTiles) {
  // Tile 49 shows B in directions 0 and 1, G in 2 and 5, Y in 3 and 4.
  const Table table = TableOf("49@0,0/0 38@1,0/2 32@1,1/0");
  ASSERT_TRUE(AllFit(table));
  EXPECT_EQ(BestLine(TableOf("49@0,0/0"), 'R'), 0);
  EXPECT_EQ(BestLine(TableOf("49@0,0/0"), 'G'), 1);
  EXPECT_EQ(BestLine(table, 'B'), 2);  // 49 and 38; 32 has no blue
  EXPECT_EQ(BestLine(table, 'G'), 2);  // 38 and 32; that of 49 ends beside them
  EXPECT_EQ(BestLine(table, 'R'), 1);  // 38 and 32 have some each, not on their shared edge
  EXPECT_EQ(BestLine(table, 'Y'), 1);
}

TEST(TantrixTableTest, T6_LoopCountsTwoATile) {
  // The red line turns around the corner that the three places share.
  Table table;
  const auto lay_red_at = [&table](int number, Place place, int one, int other) {
    for (int rotation = 0; rotation < 6; ++rotation) {
      const Placement tile = {number, place, rotation};
      const bool turns = ColourFacing(tile, one) == 'R' && ColourFacing(tile, other) == 'R';
      if (turns && Fits(table, tile)) return table.Lay(tile);
    }
  };
  lay_red_at(3, {0, 0}, 0, 1);
  lay_red_at(14, {1, 0}, 2, 3);
  ASSERT_EQ(table.Placements().size(), 2u);
  EXPECT_EQ(BestLine(table, 'R'), 2);
  lay_red_at(21, {0, 1}, 4, 5);
  ASSERT_EQ(table.Placements().size(), 3u);
  EXPECT_EQ(BestLine(table, 'R'), 6);
}

TEST(TantrixTableTest, T6_TournamentPointsOfTheTable) {
  EXPECT_EQ(TournamentTenths(0), 100);
  EXPECT_EQ(TournamentTenths(1), 133);
  EXPECT_EQ(TournamentTenths(10), 162);
  EXPECT_EQ(TournamentTenths(20), 180);
  EXPECT_EQ(TournamentTenths(28), 191);
  EXPECT_EQ(TournamentTenths(35), 199);
  EXPECT_EQ(TournamentTenths(36), 200);
  EXPECT_EQ(TournamentTenths(112), 200);
  for (int d = 0; d < 36; ++d) EXPECT_LT(TournamentTenths(d), TournamentTenths(d + 1)) << d;
}

TEST(TantrixTableTest, T8_StraightChainOfAllTilesIsNoTrouble) {
  for (int direction = 0; direction < kNumDirections; ++direction) {
    Shape chain;
    Place place = {0, 0};
    for (int i = 0; i < kNumTiles; ++i) {
      chain.Add(place);
      place = Neighbour(place, direction);
    }
    const std::vector<Place> spaces = chain.Spaces();
    EXPECT_EQ(spaces.size(), 2u * kNumTiles + 4);
    EXPECT_FALSE(BreaksSecondOrThird(chain, spaces.front()));
    EXPECT_FALSE(BreaksSecondOrThird(chain, spaces.back()));
    EXPECT_FALSE(BreaksSecondOrThird(chain, place));
  }
}

}  // namespace
}  // namespace kvintet::reference::tantrix
