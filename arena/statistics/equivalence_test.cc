// Tests of TestEquivalence: which claims hold, their error rates, and sample sizes.
#include "arena/statistics/equivalence.h"

#include <gtest/gtest.h>

#include "tests/support/pair_worlds.h"

namespace kvintet::arena {
namespace {

using testing::PairWorld;

TEST(EquivalenceTest, ManyEvenPairsAreEquivalentFewAreNot) {
  EXPECT_TRUE(TestEquivalence({.pairs = {500, 0, 9000, 0, 500}}, {.margin = 0.01}).equivalent);
  EXPECT_FALSE(TestEquivalence({.pairs = {5, 0, 90, 0, 5}}, {.margin = 0.01}).equivalent);
  EXPECT_FALSE(TestEquivalence(PairScores(), {.margin = 0.1}).equivalent);
}

TEST(EquivalenceTest, ADifferenceBeyondTheMarginIsNotEquivalentHoweverManyPairs) {
  EXPECT_FALSE(TestEquivalence({.pairs = {0, 0, 900000, 100000, 0}}, {.margin = 0.02}).equivalent);
}

TEST(EquivalenceTest, HoldsExactlyWhereTheIntervalIsInsideTheMargin) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  const EquivalenceClaim claim = {.margin = 0.05};
  int claimed = 0;
  for (int study = 0; study < 200; ++study) {
    const PairScores scores = testing::EqualWorlds()[0].Play(400, &random);
    const EquivalenceResult result = TestEquivalence(scores, claim);
    EXPECT_EQ(result.equivalent, 0.45 <= result.interval.low && result.interval.high <= 0.55);
    EXPECT_EQ(result.equivalent, result.p_value <= 0.05);
    claimed += result.equivalent ? 1 : 0;
  }
  EXPECT_GT(claimed, 20);
  EXPECT_LT(claimed, 200);
}

TEST(EquivalenceTest, ClaimsRarelyAtTheMarginAndAsPlannedAtTheCentre) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  const EquivalenceClaim claim = {.margin = 0.06};
  for (const PairWorld& world : testing::EqualWorlds()) {
    const int64_t pairs = SamplesForEquivalence(claim, 0.2, world.Variance());
    // Nominal values and four standard deviations.
    EXPECT_LT(testing::ClaimRate(testing::Tilted(world, 0.56), pairs, claim, 500, &random), 0.09)
        << world.name;
    EXPECT_GT(testing::ClaimRate(world, pairs, claim, 500, &random), 0.72) << world.name;
  }
}

TEST(EquivalenceTest, MeansOfOtherUnitsHaveANormalInterval) {
  const EquivalenceClaim claim = {.centre = 0, .margin = 0.1};
  const EquivalenceResult result =
      TestEquivalence(MeanEstimate{.mean = 0.02, .standard_error = 0.04}, claim);
  EXPECT_TRUE(result.equivalent);
  EXPECT_NEAR(result.p_value, 0.02275, 1e-5);
  EXPECT_NEAR(result.interval.high, 0.02 + 1.644854 * 0.04, 1e-6);
  EXPECT_TRUE(TestEquivalence(MeanEstimate{.mean = 0.02}, claim).equivalent);
  EXPECT_FALSE(TestEquivalence(MeanEstimate{.mean = 0.2}, claim).equivalent);
}

// Published sample sizes of balance studies, for games without draws.
TEST(EquivalenceTest, PlansTheTabledSizes) {
  EXPECT_EQ(SamplesForWidth(0.05, 0.95, 0.25), 385);
  EXPECT_EQ(SamplesForWidth(0.03, 0.95, 0.25), 1068);
  EXPECT_EQ(SamplesForWidth(0.02, 0.95, 0.25), 2401);
  EXPECT_EQ(SamplesForWidth(0.01, 0.95, 0.25), 9604);
  // 30 % draws.
  EXPECT_EQ(SamplesForWidth(0.02, 0.95, 0.25 * 0.7), 1681);
  EXPECT_EQ(SamplesForDifference(0.55, 0.05, 0.8), 783);
  EXPECT_NEAR(static_cast<double>(SamplesForDifference(0.53, 0.05, 0.8)), 2178, 2);
  EXPECT_NEAR(static_cast<double>(SamplesForDifference(0.51, 0.05, 0.8)), 19620, 20);
  EXPECT_NEAR(static_cast<double>(SamplesForEquivalence({.margin = 0.01}, 0.2, 0.25)), 21410, 2);
  EXPECT_NEAR(static_cast<double>(SamplesForEquivalence({.margin = 0.02}, 0.2, 0.25)), 5353, 1);
  EXPECT_NEAR(static_cast<double>(SamplesForEquivalence({.margin = 0.01}, 0.05, 0.25)), 32490, 5);
}

}  // namespace
}  // namespace kvintet::arena
