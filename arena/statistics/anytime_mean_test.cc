// Tests of AnytimeMean: exact means and variances, coverage at all times, evidence, false
// discovery.
#include "arena/statistics/anytime_mean.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::arena {
namespace {

TEST(AnytimeMeanTest, MeanAndVarianceAreExact) {
  AnytimeMean mean;
  for (const double x : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) {
    mean.Add(x);
  }
  EXPECT_EQ(mean.Samples(), 8);
  EXPECT_DOUBLE_EQ(mean.Mean(), 5);
  EXPECT_NEAR(mean.Variance(), 32.0 / 7, 1e-12);
}

TEST(AnytimeMeanTest, OfOneSampleNothingIsKnown) {
  AnytimeMean mean;
  mean.Add(3);
  EXPECT_EQ(mean.Estimate(0.95).mean, 3);
  EXPECT_EQ(mean.Estimate(0.95).low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(mean.LogEvidence(100), 0);
}

TEST(AnytimeMeanTest, IntervalsStayWithinTheMeasure) {
  AnytimeMean share(0, 1);
  EXPECT_EQ(share.Estimate(0.95).low, 0);
  EXPECT_EQ(share.Estimate(0.95).high, 1);
  AnytimeMean any;
  for (const double x : {0.0, 0.0, 1.0, 0.0}) {
    share.Add(x);
    any.Add(x);
  }
  EXPECT_EQ(share.Estimate(0.95).low, 0);
  EXPECT_LT(any.Estimate(0.95).low, 0);
  EXPECT_EQ(share.Estimate(0.95).high, std::min(1.0, any.Estimate(0.95).high));
}

TEST(AnytimeMeanTest, EqualSamplesAreCertain) {
  AnytimeMean mean;
  mean.Add(3);
  mean.Add(3);
  EXPECT_EQ(mean.Estimate(0.95).low, 3);
  EXPECT_EQ(mean.Estimate(0.95).high, 3);
  EXPECT_EQ(mean.LogEvidence(3), 0);
  EXPECT_EQ(mean.LogEvidence(4), std::numeric_limits<double>::infinity());
}

// The interval holds exactly the means against which the evidence is less than 1 / (1 -
// confidence).
TEST(AnytimeMeanTest, EvidenceAtTheBoundsIsTheConfidences) {
  AnytimeMean mean;
  RandomStream random(3, 0, 0, Purpose::kTest);
  for (int i = 0; i < 100; ++i) {
    mean.Add(random.Below(7));
  }
  const MeanInterval interval = mean.Estimate(0.95);
  EXPECT_NEAR(mean.LogEvidence(interval.low), std::log(20), 1e-9);
  EXPECT_NEAR(mean.LogEvidence(interval.high), std::log(20), 1e-9);
}

TEST(AnytimeMeanTest, CoversTheTruthAtAllTimesTogether) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  int covered = 0;
  for (int study = 0; study < 400; ++study) {
    AnytimeMean mean;
    bool inside = true;
    for (int sample = 1; sample <= 2000; ++sample) {
      // A skewed measure: 4 in one of four cases, else 0.
      mean.Add(random.Below(4) == 0 ? 4 : 0);
      const MeanInterval interval = mean.Estimate(0.95);
      inside &= sample < 50 || (interval.low <= 1 && interval.high >= 1);
    }
    covered += inside ? 1 : 0;
  }
  // 95 % minus four standard deviations.
  EXPECT_GT(covered, 0.906 * 400);
}

TEST(RejectByEvidenceTest, ComparesEachPlaceWithItsShare) {
  // At a rate of 5 % with three hypotheses, the thresholds are factors of 60, 30 and 20 for the
  // first, second and third.
  const std::vector<double> evidence = {std::log(31), std::log(2), std::log(61)};
  EXPECT_EQ(RejectByEvidence(evidence, 0.05), (std::vector<bool>{true, false, true}));
  // The largest is rejected only because of the second largest.
  const std::vector<double> both = {std::log(31), std::log(32), 0};
  EXPECT_EQ(RejectByEvidence(both, 0.05), (std::vector<bool>{true, true, false}));
  const std::vector<double> neither = {std::log(29), std::log(59), 0};
  EXPECT_EQ(RejectByEvidence(neither, 0.05), (std::vector<bool>{false, false, false}));
  EXPECT_TRUE(RejectByEvidence({}, 0.05).empty());
}

TEST(QuantileTest, LiesBetweenSortedValues) {
  EXPECT_DOUBLE_EQ(Quantile({3, 1, 2}, 0), 1);
  EXPECT_DOUBLE_EQ(Quantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(Quantile({3, 1, 2}, 0.75), 2.5);
  EXPECT_DOUBLE_EQ(Quantile({3, 1, 2}, 1), 3);
}

}  // namespace
}  // namespace kvintet::arena
