// Tests of verdicts: the verdict for each interval, and how many games it takes.
#include "arena/statistics/verdict.h"

#include <gtest/gtest.h>

#include "arena/statistics/anytime_interval.h"
#include "base/rng.h"

namespace kvintet::arena {
namespace {

Interval Between(double low, double high) {
  return {.score = (low + high) / 2, .low = low, .high = high};
}

TEST(VerdictTest, EveryPlaceOfAnIntervalHasItsName) {
  const double margin = 0.02;
  EXPECT_EQ(JudgeFairness(Between(0.49, 0.51), margin), Fairness::kFair);
  EXPECT_EQ(JudgeFairness(Between(0.505, 0.515), margin), Fairness::kFairButFirst);
  EXPECT_EQ(JudgeFairness(Between(0.485, 0.495), margin), Fairness::kFairButSecond);
  EXPECT_EQ(JudgeFairness(Between(0.51, 0.53), margin), Fairness::kFirstFavoured);
  EXPECT_EQ(JudgeFairness(Between(0.47, 0.49), margin), Fairness::kSecondFavoured);
  EXPECT_EQ(JudgeFairness(Between(0.53, 0.6), margin), Fairness::kFirstBeyond);
  EXPECT_EQ(JudgeFairness(Between(0.4, 0.47), margin), Fairness::kSecondBeyond);
  EXPECT_EQ(JudgeFairness(Between(0.45, 0.55), margin), Fairness::kUndecided);
  EXPECT_EQ(JudgeFairness(Between(0.49, 0.53), margin), Fairness::kUndecided);
}

TEST(VerdictTest, DecidedIsWhatNoFurtherGameChanges) {
  EXPECT_TRUE(IsDecided(Fairness::kFair));
  EXPECT_TRUE(IsDecided(Fairness::kFairButFirst));
  EXPECT_TRUE(IsDecided(Fairness::kSecondBeyond));
  EXPECT_FALSE(IsDecided(Fairness::kFirstFavoured));
  EXPECT_FALSE(IsDecided(Fairness::kUndecided));
}

TEST(VerdictTest, WordsNameTheSideAndTheNearerBound) {
  EXPECT_EQ(VerdictText(Between(0.49, 0.51), 0.02), "fair within ±2 points");
  EXPECT_EQ(VerdictText(Between(0.534, 0.6), 0.02), "first player favoured by at least 3.4 points");
  EXPECT_EQ(VerdictText(Between(0.4, 0.45), 0.02), "second player favoured by at least 5.0 points");
  EXPECT_EQ(VerdictText(Between(0.505, 0.515), 0.02),
            "fair within ±2 points, though not even: first player favoured by at least 0.5 points");
  EXPECT_EQ(VerdictText(Between(0.51, 0.53), 0.02),
            "first player favoured by at least 1.0 points; whether by more than 2 is not decided");
  EXPECT_EQ(VerdictText(Between(0.4, 0.55), 0.02),
            "not decided: anything from 10.0 points for second player to 5.0 for first player");
  EXPECT_EQ(VerdictText(Between(0.4, 0.45), 0.02, {"White", "Black"}),
            "Black favoured by at least 5.0 points");
  EXPECT_EQ(VerdictText(Between(0.4, 0.55), 0.02, {"White", "Black"}),
            "not decided: anything from 10.0 points for Black to 5.0 for White");
}

TEST(VerdictTest, MoreGamesMakeNarrowerIntervals) {
  EXPECT_GT(HalfWidthOfEven(100, 0.95), HalfWidthOfEven(1000, 0.95));
  // About 1.75 times the half width for a number of games fixed in advance, 1.96 / 2 / sqrt(n).
  EXPECT_NEAR(HalfWidthOfEven(10000, 0.95), 1.75 * 0.0098, 0.002);
}

TEST(VerdictTest, TheGamesPlannedAreTheLeastThatSuffice) {
  const int64_t games = GamesForVerdict(0.05, 0.95, 1e-9);
  EXPECT_LE(HalfWidthOfEven(games, 0.95), 0.05);
  EXPECT_GT(HalfWidthOfEven(games - 2, 0.95), 0.05);
  EXPECT_GT(GamesForVerdict(0.05, 0.95, 0.8), games);
}

// With the planned number of games a coin is judged fair at least as often as planned (there are
// many looks).
TEST(VerdictTest, PlannedGamesDecideWithTheirPower) {
  const int64_t games = GamesForVerdict(0.05, 0.95, 0.8);
  RandomStream random(1, 0, 0, Purpose::kTest);
  int fair = 0;
  for (int study = 0; study < 200; ++study) {
    int64_t won = 0;
    for (int64_t game = 0; game < games; ++game) {
      won += random.Below(2);
    }
    const PairScores scores = {.pairs = {games - won, 0, 0, 0, won}};
    fair += JudgeFairness(AnytimeScore(scores, 0.95), 0.05) == Fairness::kFair ? 1 : 0;
  }
  // Four standard deviations below 80 %.
  EXPECT_GT(fair, 137);
  EXPECT_LT(fair, 200);
}

}  // namespace
}  // namespace kvintet::arena
