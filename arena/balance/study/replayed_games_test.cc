// Tests of ReplayGames: choices by decision, and options that are never taken.
#include "arena/balance/study/replayed_games.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

constexpr char kGame[] = "tic_tac_toe; ";

std::vector<StudyGame> Games(int count, const std::string& moves) {
  return std::vector<StudyGame>(static_cast<size_t>(count), {.record = kGame + moves});
}

TEST(ReplayedGamesTest, CountsLegalActionsAtEveryDecision) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  std::vector<StudyGame> games = Games(1, "0 a1; 1 b1; 0 a2; 1 b2; 0 a3");
  games.push_back({.record = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 c1; 1 b3"});
  ASSERT_OK_AND_ASSIGN(const ReplayedGames found, ReplayGames(*game, games));
  EXPECT_EQ(found.games, 2);
  ASSERT_EQ(found.choices.size(), 6u);
  for (size_t i = 0; i < found.choices.size(); ++i) {
    EXPECT_EQ(found.choices[i].decision, static_cast<int>(i) + 1);
    EXPECT_EQ(found.choices[i].games, i < 5 ? 2 : 1);
    EXPECT_EQ(found.choices[i].median, 9 - static_cast<double>(i));
    EXPECT_EQ(found.choices[i].low, found.choices[i].high);
  }
}

TEST(ReplayedGamesTest, AnOptionIsDeadOnceItWouldOftenHaveBeenDrawn) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  // Four cells are never taken; a random player would take each 1/9 + 1/8 + ... + 1/5 times per
  // game.
  const std::string moves = "0 a1; 1 b1; 0 a2; 1 b2; 0 a3";
  const double each = 1.0 / 9 + 1.0 / 8 + 1.0 / 7 + 1.0 / 6 + 1.0 / 5;
  ASSERT_OK_AND_ASSIGN(const ReplayedGames few, ReplayGames(*game, Games(13, moves)));
  EXPECT_LT(13 * each, kDeadExpected);
  EXPECT_TRUE(few.dead.empty());
  ASSERT_OK_AND_ASSIGN(const ReplayedGames many, ReplayGames(*game, Games(14, moves)));
  ASSERT_EQ(many.dead.size(), 4u);
  EXPECT_EQ(many.options.size(), 9u);
  for (const OptionUse& use : many.dead) {
    EXPECT_EQ(use.taken, 0);
    EXPECT_EQ(use.legal, 14 * 5);
    EXPECT_NEAR(use.expected, 14 * each, 1e-9);
    EXPECT_TRUE(use.example == "b3" || use.example[0] == 'c') << use.example;
  }
}

TEST(ReplayedGamesTest, ARecordOfAnotherGameIsAnError) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  EXPECT_FALSE(ReplayGames(*game, std::vector<StudyGame>{{.record = "kuhn"}}).ok());
  EXPECT_FALSE(ReplayGames(*game, Games(1, "0 z9")).ok());
}

}  // namespace
}  // namespace kvintet::arena
