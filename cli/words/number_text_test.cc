// Tests of NumberText: signs and intervals.
#include "cli/words/number_text.h"

#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

TEST(NumberTextTest, OnlyANumberThatIsNotShownAsZeroHasASign) {
  EXPECT_EQ(NumberText(-0.04, 1), "0.0");
  EXPECT_EQ(NumberText(-0.06, 1), "-0.1");
  EXPECT_EQ(NumberText(1234.5678, 2), "1234.57");
}

TEST(NumberTextTest, TheUnitFollowsTheValue) {
  EXPECT_EQ(IntervalText(48.25, 46, 50.3, 1, " %"), "48.2 % [46.0, 50.3]");
  EXPECT_EQ(IntervalText(2, -0.2, 3, 0), "2 [0, 3]");
}

}  // namespace
}  // namespace kvintet::cli
