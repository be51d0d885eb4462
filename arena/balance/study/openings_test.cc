// Tests of OpeningsOf: counts, diversity and scores of beginnings known by hand.
#include "arena/balance/study/openings.h"

#include <gtest/gtest.h>

namespace kvintet::arena {
namespace {

StudyGame Game(const std::string& moves, double first_return) {
  return {.first_return = first_return, .record = "game; " + moves};
}

TEST(OpeningsTest, CountsBeginningsAndTheirScores) {
  std::vector<StudyGame> games;
  for (int i = 0; i < 30; ++i) {
    games.push_back(Game("0 a; 1 b", 1));
    games.push_back(Game("0 a; 1 c", i < 15 ? 1 : -1));
  }
  const OpeningResults found = OpeningsOf(games, 0.95);
  EXPECT_EQ(found.depths[0].distinct, 1);
  EXPECT_DOUBLE_EQ(found.depths[0].effective, 1);
  EXPECT_EQ(found.depths[1].distinct, 2);
  EXPECT_NEAR(found.depths[1].effective, 2, 1e-12);
  EXPECT_EQ(found.shown_moves, 2);
  ASSERT_EQ(found.lines.size(), 2u);
  EXPECT_EQ(found.lines[0].moves, "0 a; 1 b");
  EXPECT_EQ(found.lines[0].games, 30);
  EXPECT_DOUBLE_EQ(found.lines[0].score.score, 1);
  EXPECT_DOUBLE_EQ(found.lines[1].score.score, 0.5);
}

TEST(OpeningsTest, DrawsOfChanceAreNoMoves) {
  std::vector<StudyGame> games;
  for (int i = 0; i < 10; ++i) {
    games.push_back(Game("chance draw " + std::to_string(i) + "; 0 a; chance draw 1; 1 b", 0));
  }
  const OpeningResults found = OpeningsOf(games, 0.95);
  EXPECT_EQ(found.depths.back().distinct, 1);
  EXPECT_TRUE(found.lines.empty());
}

TEST(OpeningsTest, OfBeginningsMetOnceNothingIsSaid) {
  std::vector<StudyGame> games;
  for (int i = 0; i < 40; ++i) {
    games.push_back(Game("0 a" + std::to_string(i), 1));
  }
  const OpeningResults found = OpeningsOf(games, 0.95);
  EXPECT_NEAR(found.depths[0].effective, 40, 1e-9);
  EXPECT_EQ(found.shown_moves, 0);
  EXPECT_TRUE(OpeningsOf({}, 0.95).depths.empty());
}

}  // namespace
}  // namespace kvintet::arena
