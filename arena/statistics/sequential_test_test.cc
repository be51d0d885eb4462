// Tests of SequentialTest: bounds, few and equal pairs, error rates on simulated agents.
#include "arena/statistics/sequential_test.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/pair_worlds.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using testing::PairWorld;
using testing::StatusIs;

PairScores Pairs(const std::array<int64_t, 5>& counts) { return {.pairs = counts}; }

TEST(SequentialTestTest, BoundsAreWalds) {
  const SequentialTest test = *SequentialTest::Make({.alpha = 0.01, .beta = 0.2});
  EXPECT_DOUBLE_EQ(test.LowerBound(), std::log(0.2 / 0.99));
  EXPECT_DOUBLE_EQ(test.UpperBound(), std::log(0.8 / 0.01));
}

TEST(SequentialTestTest, SettingsAreReadFromText) {
  ASSERT_OK_AND_ASSIGN(const SequentialTest two, SequentialTest::Parse("-5,10.5"));
  EXPECT_EQ(two.Settings().elo0, -5);
  EXPECT_EQ(two.Settings().elo1, 10.5);
  EXPECT_EQ(two.Settings().alpha, 0.05);
  ASSERT_OK_AND_ASSIGN(const SequentialTest four, SequentialTest::Parse("0,5,0.1,0.2"));
  EXPECT_EQ(four.Settings().alpha, 0.1);
  EXPECT_EQ(four.Settings().beta, 0.2);
}

TEST(SequentialTestTest, BadSettingsAreRefused) {
  const auto invalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(SequentialTest::Parse("0"), StatusIs(invalid, "elo0,elo1"));
  EXPECT_THAT(SequentialTest::Parse("0,10,0.05"), StatusIs(invalid, "alpha,beta"));
  EXPECT_THAT(SequentialTest::Parse("0,ten"), StatusIs(invalid, "'ten'"));
  EXPECT_THAT(SequentialTest::Parse("10,0"), StatusIs(invalid, "elo0 < elo1"));
  EXPECT_THAT(SequentialTest::Parse("0,nan"), StatusIs(invalid, "elo0 < elo1"));
  EXPECT_THAT(SequentialTest::Parse("0,10,0.05,0.5"), StatusIs(invalid, "0.5"));
  EXPECT_THAT(SequentialTest::Parse("0,10,nan,0.05"), StatusIs(invalid, "nan"));
}

// For close hypotheses the ratio is n (m1 - m0) (2 mean - m0 - m1) / (2 variance).
TEST(SequentialTestTest, RatioIsTheNormalOneForSmallDifferences) {
  const SequentialTest test = *SequentialTest::Make({.elo0 = 0, .elo1 = 4});
  const PairScores scores = Pairs({1000, 2000, 4000, 2200, 1050});
  const double n = static_cast<double>(scores.NumPairs());
  const double step = ScoreOfElo(4) - 0.5;
  const double normal =
      n * step * (2 * scores.Mean() - 0.5 - ScoreOfElo(4)) / (2 * scores.Variance());
  EXPECT_NEAR(test.LogLikelihoodRatio(scores), normal, 0.02 * std::abs(normal));
}

TEST(SequentialTestTest, FewPairsDecideNothing) {
  const SequentialTest test = *SequentialTest::Make({});
  EXPECT_EQ(test.LogLikelihoodRatio(Pairs({})), 0);
  for (size_t k = 0; k < 5; ++k) {
    PairScores scores;
    scores.pairs[k] = 10;
    EXPECT_EQ(test.Decide(scores), SequentialDecision::kUndecided) << k;
  }
}

TEST(SequentialTestTest, PairsThatAllEndAlikeDecideInTheEnd) {
  const SequentialTest test = *SequentialTest::Make({});
  EXPECT_EQ(test.Decide(Pairs({0, 0, 300, 0, 0})), SequentialDecision::kElo0);
  EXPECT_EQ(test.Decide(Pairs({300, 0, 0, 0, 0})), SequentialDecision::kElo0);
  EXPECT_EQ(test.Decide(Pairs({0, 0, 0, 0, 300})), SequentialDecision::kElo1);
}

// Exchanging the agents exchanges the hypotheses.
TEST(SequentialTestTest, RatioIsTheOtherWayRoundFromTheOtherSide) {
  const SequentialTest test = *SequentialTest::Make({.elo0 = 0, .elo1 = 20});
  const SequentialTest other = *SequentialTest::Make({.elo0 = -20, .elo1 = 0});
  const PairScores scores = Pairs({3, 10, 40, 20, 8});
  EXPECT_NEAR(test.LogLikelihoodRatio(scores), -other.LogLikelihoodRatio(scores.Reversed()), 1e-9);
}

TEST(SequentialTestTest, ErrorRatesAndLengthsAreAsPlanned) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  const SequentialTest test = *SequentialTest::Make({.elo0 = 0, .elo1 = 80});
  for (const PairWorld& equal : testing::EqualWorlds()) {
    for (const double elo : {0.0, 80.0}) {
      const PairWorld world = testing::Tilted(equal, ScoreOfElo(elo));
      const testing::SequentialStudy study = testing::Sequentially(test, world, 200, &random);
      const double errors = elo == 0 ? study.share_elo1 : 1 - study.share_elo1;
      // 5 % plus four standard deviations.
      EXPECT_LT(errors, 0.112) << world.name << elo;
      EXPECT_GT(study.mean_pairs, 0.8 * test.ExpectedPairs(world.Mean(), world.Variance()));
      EXPECT_LT(study.mean_pairs, 20 + 1.2 * test.ExpectedPairs(world.Mean(), world.Variance()));
    }
  }
}

TEST(SequentialTestTest, HalfWayBetweenEitherDecisionIsAsLikely) {
  const SequentialTest test = *SequentialTest::Make({.elo0 = -10, .elo1 = 10});
  EXPECT_NEAR(test.ProbabilityOfElo1(0.5), 0.5, 1e-12);
  EXPECT_NEAR(test.ProbabilityOfElo1(ScoreOfElo(10)), 0.95, 1e-3);
  EXPECT_NEAR(test.ProbabilityOfElo1(ScoreOfElo(-10)), 0.05, 1e-3);
  EXPECT_GT(test.ExpectedPairs(0.5, 0.1), test.ExpectedPairs(ScoreOfElo(10), 0.1));
  EXPECT_NEAR(test.ExpectedPairs(0.5, 0.1), test.ExpectedPairs(0.500001, 0.1), 1);
}

}  // namespace
}  // namespace kvintet::arena
