// Tests of PairScores: counting and intervals.
#include "arena/statistics/score.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::arena {
namespace {

TEST(PairScoresTest, CountsPairsByPoints) {
  PairScores scores;
  scores.Add(1, 1);
  scores.Add(1, -1);
  scores.Add(0, -1);
  scores.Add(-1, -1);
  EXPECT_EQ(scores.pairs, (std::array<int64_t, 5>{1, 1, 1, 0, 1}));
  EXPECT_DOUBLE_EQ(scores.Estimate().score, (1 + 0.5 + 0.25 + 0) / 4);
}

TEST(PairScoresTest, NormalQuantileIsTheTables) {
  EXPECT_NEAR(NormalQuantile(0.95), 1.959964, 1e-6);
  EXPECT_NEAR(NormalQuantile(0.99), 2.575829, 1e-6);
}

TEST(PairScoresTest, AllWonIsNotCertain) {
  PairScores scores;
  scores.pairs = {0, 0, 0, 0, 100};
  const Interval interval = scores.Estimate();
  EXPECT_EQ(interval.score, 1);
  EXPECT_EQ(interval.high, 1);
  EXPECT_LT(interval.low, 1);
  EXPECT_GT(interval.low, 0.95);
}

TEST(PairScoresTest, AllSplitIsNarrowButNotEmpty) {
  PairScores scores;
  scores.pairs = {0, 0, 100, 0, 0};
  const Interval interval = scores.Estimate();
  EXPECT_LT(interval.low, 0.5);
  EXPECT_GT(interval.low, 0.48);
}

TEST(PairScoresTest, NoPairsSayNothing) {
  const Interval interval = PairScores().Estimate();
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 1);
}

// 95 % intervals over 60 pairs with dependent games contain the true value in about 95 % of
// studies.
TEST(PairScoresTest, IntervalCoversTheTruth) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  int covered = 0;
  constexpr int kStudies = 2000;
  for (int study = 0; study < kStudies; ++study) {
    PairScores scores;
    for (int pair = 0; pair < 60; ++pair) {
      const double opening = random.Uniform() < 0.5 ? 0.9 : 0.5;
      const auto game = [&] { return random.Uniform() < opening ? 1.0 : -1.0; };
      scores.Add(game(), game());
    }
    const Interval interval = scores.Estimate();
    covered += interval.low <= 0.7 && 0.7 <= interval.high ? 1 : 0;
  }
  EXPECT_GT(covered, kStudies * 0.93);
  EXPECT_LT(covered, kStudies * 0.97);
}

}  // namespace
}  // namespace kvintet::arena
