// Tests of the numbers in a study's sentences, and of what is said of its players.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {
namespace {

TEST(MeanTextTest, HasAnIntervalWhereThereIsOne) {
  EXPECT_EQ(MeanText({.mean = 31.25, .low = 30.14, .high = 32.36, .samples = 9}, 1),
            "31.2 [30.1, 32.4]");
  EXPECT_EQ(MeanText({.mean = 3, .samples = 1}, 1), "3.0");
  EXPECT_EQ(MeanText({}, 1), "-");
}

TEST(MeanTextTest, NothingHasNoSign) {
  EXPECT_EQ(MeanText({.mean = 0, .low = -0.004, .high = 0.004, .samples = 9}, 2),
            "0.00 [0.00, 0.00]");
  EXPECT_EQ(MeanText({.mean = 0, .low = -0.006, .high = 0.004, .samples = 9}, 2),
            "0.00 [-0.01, 0.00]");
}

TEST(PlayersSentenceTest, OnlyACertainLossToABaselineMakesThePlayersWeak) {
  BalanceReport report;
  report.settings.levels = {{.name = "random", .specs = {"random"}},
                            {.name = "rollouts:8", .specs = {"rollouts:8"}}};
  report.results.weakest_first = {0, 1};
  report.results.headline = 1;
  report.results.strengths = {{{.elo = 20, .low = -90, .high = 130}, {.elo = 0}}};
  arena::DuelResults duel = {.a = 1, .b = 0, .pairs = 10};
  duel.score = {.score = 0.47, .low = 0.31, .high = 0.64};
  report.results.duels = {duel};
  EXPECT_THAT(PlayersSentence(report), ::testing::Not(::testing::HasSubstr("In duels")));
  report.results.duels[0].score = {.score = 0.2, .low = 0.1, .high = 0.36};
  EXPECT_THAT(PlayersSentence(report),
              ::testing::HasSubstr("In duels random beats look-ahead 8, "));
}

}  // namespace
}  // namespace kvintet::cli
