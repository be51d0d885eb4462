// Tests of anytime-valid intervals: simultaneous coverage at all times, widths, evidence.
#include "arena/statistics/anytime_interval.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/pair_worlds.h"

namespace kvintet::arena {
namespace {

using testing::PairWorld;

TEST(AnytimeScoreTest, CoversTheTruthAtAllTimesTogether) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (const PairWorld& equal : testing::EqualWorlds()) {
    for (const double mean : {0.5, 0.9}) {
      const PairWorld world = testing::Tilted(equal, mean);
      // 95 % minus four standard deviations.
      EXPECT_GT(testing::AnytimeCoverage(world, 300, 400, &random), 0.906) << world.name << mean;
    }
  }
}

// Repeated looks at an interval for a fixed number of pairs do not keep the coverage.
TEST(AnytimeScoreTest, FixedIntervalsDoNotCoverAtAllTimes) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  const PairWorld world = testing::EqualWorlds()[0];
  int missed = 0;
  for (int study = 0; study < 200; ++study) {
    PairScores scores;
    bool outside = false;
    for (int pair = 0; pair < 300; ++pair) {
      ++scores.pairs[world.Draw(&random)];
      const Interval interval = scores.Estimate();
      outside |= interval.low > 0.5 || interval.high < 0.5;
    }
    missed += outside ? 1 : 0;
  }
  EXPECT_GT(missed, 40);
}

TEST(AnytimeScoreTest, IsWiderThanAFixedIntervalButNotTwice) {
  const PairScores scores = {.pairs = {100, 200, 400, 200, 100}};
  const Interval fixed = scores.Estimate();
  const Interval anytime = AnytimeScore(scores);
  EXPECT_DOUBLE_EQ(anytime.score, 0.5);
  EXPECT_LT(anytime.low, fixed.low);
  EXPECT_GT(anytime.high, fixed.high);
  EXPECT_LT(anytime.high - anytime.low, 2 * (fixed.high - fixed.low));
}

TEST(AnytimeScoreTest, NothingKnownIsTheWholeRange) {
  EXPECT_EQ(AnytimeScore({}).low, 0);
  EXPECT_EQ(AnytimeScore({}).high, 1);
}

TEST(AnytimeScoreTest, AllWonReachesOneAndAllLostZero) {
  const Interval won = AnytimeScore({.pairs = {0, 0, 0, 0, 50}});
  EXPECT_EQ(won.high, 1);
  EXPECT_GT(won.low, 0.8);
  EXPECT_LT(won.low, 1);
  const Interval lost = AnytimeScore({.pairs = {50, 0, 0, 0, 0}});
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, 1 - won.low, 1e-9);
}

TEST(AnytimeScoreTest, MoreConfidenceIsWider) {
  const PairScores scores = {.pairs = {10, 10, 20, 30, 10}};
  EXPECT_LT(AnytimeScore(scores, 0.99).low, AnytimeScore(scores, 0.9).low);
}

TEST(MeanBetsTest, CapitalIsFairBeforeAndAfterAPair) {
  const MeanBets bets(0.6);
  EXPECT_NEAR(bets.LogCapital({}), 0, 1e-12);
  // Mean 0.6.
  const std::array<double, 5> probabilities = {0.2, 0, 0.2, 0.4, 0.2};
  double expected = 0;
  for (size_t k = 0; k < 5; ++k) {
    PairScores scores = {.pairs = {1, 2, 3, 0, 1}};
    ++scores.pairs[k];
    expected += probabilities[k] * std::exp(bets.LogCapital(scores));
  }
  EXPECT_NEAR(expected, std::exp(bets.LogCapital({.pairs = {1, 2, 3, 0, 1}})), 1e-12);
}

TEST(WinEvidenceTest, IsTheBetaMixtureOfLikelihoods) {
  // With prior 1: 2^n / ((n + 1) choose(n, wins)).
  EXPECT_NEAR(LogWinEvidence(7, 3), std::log(1024.0 / (11 * 120)), 1e-12);
  EXPECT_NEAR(LogWinEvidence(0, 0), 0, 1e-12);
}

TEST(WinEvidenceTest, RarelyReachesTwentyAgainstTheTruth) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  int reached = 0;
  for (int study = 0; study < 500; ++study) {
    int64_t wins = 0;
    for (int64_t games = 1; games <= 500; ++games) {
      wins += random.Uniform() < 0.3 ? 1 : 0;
      if (LogWinEvidence(wins, games - wins, 0.3) >= std::log(20.0)) {
        ++reached;
        break;
      }
    }
  }
  EXPECT_LT(reached, 45);
}

TEST(WinEvidenceTest, RateHasTheClaimsWithoutEvidenceAgainstThem) {
  const Interval interval = AnytimeWinRate(60, 40);
  EXPECT_DOUBLE_EQ(interval.score, 0.6);
  EXPECT_NEAR(LogWinEvidence(60, 40, interval.low), std::log(20.0), 1e-6);
  EXPECT_NEAR(LogWinEvidence(60, 40, interval.high), std::log(20.0), 1e-6);
  EXPECT_EQ(AnytimeWinRate(0, 10).low, 0);
  EXPECT_EQ(AnytimeWinRate(0, 0).high, 1);
}

}  // namespace
}  // namespace kvintet::arena
