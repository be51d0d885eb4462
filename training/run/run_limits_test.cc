// Tests of RunLimits.
#include "training/run/run_limits.h"

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

using Clock = RunLimits::Clock;

TEST(RunLimitsTest, WithoutLimitsNothingIsUp) {
  const RunLimits limits({}, {}, 1e9);
  EXPECT_FALSE(limits.TimeIsUp());
  EXPECT_FALSE(limits.GamesAreUp(1'000'000));
  EXPECT_EQ(limits.SecondsLeft(), std::nullopt);
  EXPECT_EQ(limits.GamesLeft(7), std::nullopt);
  EXPECT_EQ(limits.Deadline(), std::nullopt);
  EXPECT_EQ(limits.DoneShare(7), -1);
  EXPECT_EQ(limits.ShareAt(60, 7), 0);
}

TEST(RunLimitsTest, TimeCountsOverAllSessions) {
  const RunLimits begun(10, {}, 0);
  EXPECT_FALSE(begun.TimeIsUp());
  EXPECT_GT(*begun.SecondsLeft(), 0);
  EXPECT_GT(*begun.Deadline(), Clock::now());
  EXPECT_LT(begun.DoneShare(0), 1);

  const RunLimits over(10, {}, 601);
  EXPECT_GE(over.Seconds(), 601);
  EXPECT_TRUE(over.TimeIsUp());
  EXPECT_EQ(over.SecondsLeft(), 0);
  EXPECT_LT(*over.Deadline(), Clock::now());
  EXPECT_EQ(over.DoneShare(0), 1);
}

TEST(RunLimitsTest, GamesThatAreLeftAreNeverNegative) {
  const RunLimits limits({}, 20, 0);
  EXPECT_FALSE(limits.GamesAreUp(19));
  EXPECT_TRUE(limits.GamesAreUp(20));
  EXPECT_EQ(limits.GamesLeft(5), 15);
  EXPECT_EQ(limits.GamesLeft(25), 0);
  EXPECT_EQ(limits.DoneShare(5), 0.25);
}

TEST(RunLimitsTest, TheShareIsThatOfTheLimitThatIsNearer) {
  const RunLimits both(10, 20, 0);
  EXPECT_EQ(both.ShareAt(300, 5), 0.5);
  EXPECT_EQ(both.ShareAt(300, 15), 0.75);
  EXPECT_EQ(RunLimits({}, 20, 0).ShareAt(300, 5), 0.25);
  EXPECT_EQ(RunLimits(10, {}, 0).ShareAt(150, 5), 0.25);
}

}  // namespace
}  // namespace kvintet::training
