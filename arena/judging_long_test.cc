// Long studies, run by hand, of how often the judging tools are right about simulated agents of
// known strength; prints the figures.
#include <cstdio>

#include <gtest/gtest.h>

#include "tests/support/pair_worlds.h"

namespace kvintet::arena {
namespace {

using testing::PairWorld;

TEST(JudgingLongTest, FixedIntervalsCoverNinetyFivePercent) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (const PairWorld& equal : testing::EqualWorlds()) {
    for (const double mean : {0.5, 0.6, 0.75, 0.9}) {
      const PairWorld world = testing::Tilted(equal, mean);
      for (const int pairs : {100, 400}) {
        const double coverage = testing::Coverage(world, pairs, 10000, &random);
        std::printf("%s, mean %.2f, %d pairs: coverage %.2f %%\n", world.name.c_str(), mean, pairs,
                    100 * coverage);
        EXPECT_NEAR(coverage, 0.95, 0.01) << world.name << mean << " " << pairs;
      }
    }
  }
}

TEST(JudgingLongTest, AnytimeIntervalsCoverAtLeastNinetyFivePercentAtAllTimes) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  for (const PairWorld& equal : testing::EqualWorlds()) {
    for (const double mean : {0.5, 0.75, 0.95}) {
      const PairWorld world = testing::Tilted(equal, mean);
      const double coverage = testing::AnytimeCoverage(world, 3000, 1000, &random);
      std::printf("%s, mean %.2f, 1 to 3000 pairs: coverage %.2f %%\n", world.name.c_str(), mean,
                  100 * coverage);
      EXPECT_GT(coverage, 0.95) << world.name << mean;
    }
  }
}

TEST(JudgingLongTest, SequentialTestsErrAsOftenAsTheyMay) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  const SequentialTest test = *SequentialTest::Make({.elo0 = 0, .elo1 = 20});
  for (const PairWorld& equal : testing::EqualWorlds()) {
    for (const double elo : {0.0, 20.0}) {
      const PairWorld world = testing::Tilted(equal, ScoreOfElo(elo));
      const testing::SequentialStudy study = testing::Sequentially(test, world, 5000, &random);
      const double errors = elo == 0 ? study.share_elo1 : 1 - study.share_elo1;
      std::printf("%s, true %g Elo: %.2f %% wrong, %.0f pairs on average, %.0f expected\n",
                  world.name.c_str(), elo, 100 * errors, study.mean_pairs,
                  test.ExpectedPairs(world.Mean(), world.Variance()));
      EXPECT_LT(errors, 0.05 + 0.01) << world.name << elo;
    }
  }
}

TEST(JudgingLongTest, EquivalenceIsClaimedWronglyAndRightlyAsPlanned) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  const EquivalenceClaim claim = {.margin = 0.02};
  for (const PairWorld& world : testing::EqualWorlds()) {
    const int64_t pairs = SamplesForEquivalence(claim, 0.2, world.Variance());
    const PairWorld unequal = testing::Tilted(world, 0.52);
    const double errors = testing::ClaimRate(unequal, pairs, claim, 10000, &random);
    const double power = testing::ClaimRate(world, pairs, claim, 10000, &random);
    std::printf("%s, %d pairs: %.2f %% wrong at the margin, power %.2f %%\n", world.name.c_str(),
                static_cast<int>(pairs), 100 * errors, 100 * power);
    EXPECT_LT(errors, 0.05 + 0.01) << world.name;
    EXPECT_NEAR(power, 0.8, 0.03) << world.name;
  }
}

}  // namespace
}  // namespace kvintet::arena
