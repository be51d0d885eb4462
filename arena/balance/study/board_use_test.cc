// Tests of BoardUse: cells lie where the game's scene draws them, independent of a network's grid.
#include "arena/balance/study/board_use.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "arena/agents/random_agent.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

struct Box {
  double width = 0;
  double height = 0;
};

// Bounding box in cells of a board of unit squares.
Box BoxOf(const BoardUse& use) {
  const auto [left, right] = std::ranges::minmax(use.cells, {}, &BoardCell::x);
  const auto [low, high] = std::ranges::minmax(use.cells, {}, &BoardCell::y);
  return {right.x - left.x + 1, high.y - low.y + 1};
}

BoardUse UseOf(const std::string& text, int64_t count) {
  const auto game = *envs::MakeGame(text);
  RandomAgent random(*game);
  std::vector<StudyDeal> deals;
  for (int64_t index = 0; index < count; ++index) {
    deals.push_back({.seed = 5, .index = index});
  }
  const auto games = PlayDeals(*game, &random, deals);
  EXPECT_THAT(games, testing::IsOk());
  auto use = UseOfBoard(*game, *games);
  EXPECT_THAT(use, testing::IsOk());
  return *std::move(use);
}

TEST(BoardUseTest, KontrantosBoardIsSevenWideAndFiveHigh) {
  const BoardUse use = UseOf("kontranto", 20);
  EXPECT_EQ(use.cells.size(), 35u);
  EXPECT_NEAR(BoxOf(use).width, 7, 1e-3);
  EXPECT_NEAR(BoxOf(use).height, 5, 1e-3);
  std::set<std::string> names;
  for (const BoardLabel& label : use.labels) {
    names.insert(label.text);
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"1", "2", "3", "4", "5", "A", "B", "C", "D", "E", "F", "G"}));
}

TEST(BoardUseTest, HexagonsAreHexagons) {
  const BoardUse punct = UseOf("punct{game=basic}", 3);
  // 211 spaces with distinct centres; a mark beside a centre counts for its space.
  EXPECT_GT(punct.cells.size(), 150u);
  EXPECT_LE(punct.cells.size(), 211u);
  for (const BoardCell& cell : punct.cells) {
    EXPECT_EQ(cell.outline.size(), 12u);
  }
  const BoardUse konkvest = UseOf("konkvest{max_plies=60}", 3);
  EXPECT_FALSE(konkvest.cells.empty());
  for (const BoardCell& cell : konkvest.cells) {
    EXPECT_EQ(cell.outline.size(), 12u);
  }
  // Each player sees the own side at the bottom, so that no label has the same place in both views.
  EXPECT_TRUE(konkvest.labels.empty());
}

TEST(BoardUseTest, CountsTheCellsOfEachGame) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  const std::vector<StudyGame> games(3, {.record = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3"});
  ASSERT_OK_AND_ASSIGN(const BoardUse use, UseOfBoard(*game, games));
  EXPECT_EQ(use.games, 3);
  EXPECT_EQ(use.cells.size(), 9u);
  EXPECT_EQ(std::ranges::count(use.cells, 3, &BoardCell::taken), 5);
  EXPECT_EQ(std::ranges::count(use.cells, 0, &BoardCell::taken), 4);
  EXPECT_EQ(use.used.mean, 5);
}

TEST(BoardUseTest, WithoutPlacesThereAreNoCells) { EXPECT_TRUE(UseOf("kuhn", 5).cells.empty()); }

TEST(BoardUseTest, ARecordOfAnotherGameIsAnError) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  EXPECT_FALSE(UseOfBoard(*game, std::vector<StudyGame>{{.record = "kuhn"}}).ok());
}

}  // namespace
}  // namespace kvintet::arena
