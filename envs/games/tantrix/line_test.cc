// Tests of lines: their scores (T6) and their planes.
#include "envs/games/tantrix/line.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/renaming.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::tantrix {
namespace {

using ::testing::ElementsAre;

// The tiles of a colour, grouped into sets that touch by that colour.
class Touching {
 public:
  // `numbers` decides which tile of a line is the smallest.
  Touching(const Table& table, Colour colour, const TileNumbers& numbers = kTileNumbers)
      : table_(table), colour_(colour), numbers_(numbers) {
    ForEachTile(table.tiles, [&](int tile) {
      const Cell cell = table.CellOf(tile);
      at_[{cell.q, cell.r}] = tile;
    });
  }

  Line Best() const {
    Line best = {};
    ForEachTile(table_.tiles, [&](int tile) {
      std::set<int> line;
      std::set<LineEnd> ends;
      Gather(tile, &line, &ends);
      if (!line.empty()) {
        const auto size = static_cast<uint8_t>(ends.empty() ? 2 * line.size() : line.size());
        Line found = {.score = size, .smallest = SmallestOf(line), .ends = {}};
        std::ranges::copy(ends, found.ends.begin());
        best = found.IsBetterThan(best) ? found : best;
      }
    });
    return best;
  }

 private:
  void Gather(int tile, std::set<int>* line, std::set<LineEnd>* ends) const {
    for (size_t letter = 0; letter < kSides; ++letter) {
      const auto t = static_cast<size_t>(tile);
      if (kTileTable.colour[t][letter] != colour_) {
        continue;
      }
      line->insert(tile);
      const size_t way = (letter + table_.RotationOf(tile)) % kSides;
      const Cell beside = Neighbour(table_.CellOf(tile), way);
      const auto other = at_.find({beside.q, beside.r});
      if (other == at_.end()) {
        ends->insert({static_cast<uint8_t>(tile), static_cast<uint8_t>(letter)});
      } else if (!line->contains(other->second)) {
        Gather(other->second, line, ends);
      }
    }
  }

  uint8_t SmallestOf(const std::set<int>& line) const {
    uint8_t smallest = kMaxTiles;
    for (const int tile : line) {
      smallest = std::min(smallest, numbers_[static_cast<size_t>(tile)]);
    }
    return smallest;
  }

  const Table& table_;
  Colour colour_;
  TileNumbers numbers_;
  std::map<std::pair<int, int>, int> at_;
};

const Situation& NowOf(const Playthrough& play) {
  return reinterpret_cast<const Tantrix::Position*>(play.Position().Row(0))->now;
}

TEST(LineTest, T6_ScoresAreTheBestLinesOfTheTable) {
  const auto game = *MakeGame("tantrix{colours=blue-green}");
  // Of equal lines, the best is the one that is best in the equivalent game in red and yellow.
  const Renaming renaming = RenamingOf({kBlue, kGreen}, kColourLetters, kMaxTiles);
  int loops = 0;
  for (uint32_t number = 0; number < 20; ++number) {
    RandomStream random(5, number, 0, Purpose::kTest);
    Playthrough play(*game);
    while (!play.Ended()) {
      if (play.Actors().Has(Actor::kChance)) {
        play.ApplyChance(&random);
        continue;
      }
      const Actor actor = play.Actors().First();
      const std::vector<Action> legal = LegalList(*game, play.View(SeatOf(actor)).Span());
      ASSERT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
      const Situation& s = NowOf(play);
      ASSERT_THAT(s.best, ElementsAre(Touching(s.table, kBlue, renaming.tile).Best(),
                                      Touching(s.table, kGreen, renaming.tile).Best()));
      loops += s.best[0].score > 0 && s.best[0].IsLoop() ? 1 : 0;
    }
  }
  EXPECT_GT(loops, 0);
}

TEST(LineTest, T6_ALoopCountsTwice) {
  // Blue bends on tiles 3 (YYRRBB), 7 (BBYRYR) and 8 (BBRYRY) that form a loop around a corner.
  Table table = {};
  table.Put(6, {0, 0}, 0);
  EXPECT_EQ(Touching(table, kBlue).Best().score, 1);
  Field field(table, false);
  field.Lay({1, 0}, 7, 2);
  const Line two = field.LineThrough({1, 0}, kBlue);
  EXPECT_EQ(two.score, 2);
  EXPECT_EQ(two.smallest, 6);
  table.Put(7, {1, 0}, 2);
  EXPECT_EQ(SpaceAt(two.ends[0], table), (Cell{0, 1}));
  EXPECT_EQ(SpaceAt(two.ends[1], table), (Cell{0, 1}));
  Field second(table, false);
  second.Lay({0, 1}, 2, 0);
  const Line loop = second.LineThrough({0, 1}, kBlue);
  EXPECT_EQ(loop.score, 6);
  EXPECT_EQ(loop.smallest, 2);
  EXPECT_TRUE(loop.IsLoop());
  EXPECT_EQ(second.LineThrough({0, 1}, kGreen), Line{});
}

TEST(LineTest, OfEqualLinesTheOneWithTheSmallerTileIsBest) {
  const Line line = {.score = 4, .smallest = 7, .ends = {}};
  EXPECT_TRUE((Line{.score = 5, .smallest = 9, .ends = {}}).IsBetterThan(line));
  EXPECT_TRUE((Line{.score = 4, .smallest = 6, .ends = {}}).IsBetterThan(line));
  EXPECT_FALSE((Line{.score = 4, .smallest = 8, .ends = {}}).IsBetterThan(line));
  EXPECT_FALSE(line.IsBetterThan(line));
}

}  // namespace
}  // namespace kvintet::envs::tantrix
