// Tests of TensionOf: courses with figures computed by hand.
#include "arena/balance/tension.h"

#include <vector>

#include <gtest/gtest.h>

namespace kvintet::arena {
namespace {

TEST(TensionTest, TheLeadChangesOnlyFromOneSideToTheOther) {
  const std::vector<double> values = {0.3, 0, -0.24, 0.3, -0.3, 0.1, -0.9, 0.25};
  EXPECT_EQ(TensionOf(values, 1).lead_changes, 2);
  EXPECT_EQ(TensionOf(std::vector<double>{0.2, -0.2, 0.2}, 1).lead_changes, 0);
}

TEST(TensionTest, DramaIsHowFarTheWinnerWasBehind) {
  const std::vector<double> values = {0.2, -0.4, -0.6, 0.9};
  const Tension first = TensionOf(values, 1);
  EXPECT_DOUBLE_EQ(first.drama, 0.25);
  EXPECT_DOUBLE_EQ(first.deepest, 0.6);
  EXPECT_TRUE(first.comeback);
  const Tension second = TensionOf(values, -1);
  EXPECT_DOUBLE_EQ(second.drama, (0.2 + 0.9) / 4);
  EXPECT_DOUBLE_EQ(second.deepest, 0.9);
}

TEST(TensionTest, DecidedFromTheLastTimeThatTheWinnerHadNotEnough) {
  EXPECT_DOUBLE_EQ(TensionOf(std::vector<double>{0.9, 0.7, 0.8, 0.95}, 1).decided_at, 0.5);
  EXPECT_DOUBLE_EQ(TensionOf(std::vector<double>{0.9, 0.8}, 1).decided_at, 0);
  // Never before the end, and the other side's values count with their sign.
  EXPECT_DOUBLE_EQ(TensionOf(std::vector<double>{0.9, 0.8}, -1).decided_at, 1);
  EXPECT_DOUBLE_EQ(TensionOf(std::vector<double>{-0.5, -0.8}, -1).decided_at, 0.5);
}

TEST(TensionTest, ADrawHasNoWinnerToBeBehind) {
  const Tension draw = TensionOf(std::vector<double>{0.5, -0.5}, 0);
  EXPECT_EQ(draw.lead_changes, 1);
  EXPECT_EQ(draw.drama, 0);
  EXPECT_FALSE(draw.comeback);
  EXPECT_EQ(draw.decided_at, 1);
}

TEST(TensionTest, ValuesLieOnStraightLines) {
  const std::vector<double> values = {0, 1, 0};
  EXPECT_DOUBLE_EQ(ValueAt(values, 0), 0);
  EXPECT_DOUBLE_EQ(ValueAt(values, 0.25), 0.5);
  EXPECT_DOUBLE_EQ(ValueAt(values, 0.5), 1);
  EXPECT_DOUBLE_EQ(ValueAt(values, 1), 0);
  EXPECT_DOUBLE_EQ(ValueAt(std::vector<double>{0.5}, 0.7), 0.5);
}

}  // namespace
}  // namespace kvintet::arena
