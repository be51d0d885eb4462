// Tests of CooledRate.
#include "training/learning/cooldown.h"

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

TEST(CooledRateTest, FallsInAStraightLineOverTheLastPart) {
  EXPECT_EQ(CooledRate(0, 0.2), 1);
  EXPECT_EQ(CooledRate(0.75, 0.2), 1);
  EXPECT_NEAR(CooledRate(0.9, 0.2), 0.5, 1e-12);
  EXPECT_NEAR(CooledRate(0.95, 0.2), 0.25, 1e-12);
  EXPECT_EQ(CooledRate(1, 0.2), 0.01);
}

TEST(CooledRateTest, NothingCoolsWithoutAShareOrAfterTheEnd) {
  EXPECT_EQ(CooledRate(0.99, 0), 1);
  EXPECT_EQ(CooledRate(7, 0.2), 0.01);
}

}  // namespace
}  // namespace kvintet::training
