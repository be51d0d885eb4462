// Tests of NumberRange: each kind of bound, numbers that are not finite, and the texts.
#include "base/number_range.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

TEST(NumberRangeTest, BoundsBelongToIt) {
  const NumberRange range = {.min = 1, .max = 1000000};
  EXPECT_TRUE(Contains(range, 1));
  EXPECT_TRUE(Contains(range, 1000000));
  EXPECT_FALSE(Contains(range, 0.999));
  EXPECT_FALSE(Contains(range, 1000000.5));
  EXPECT_EQ(Describe(range), "between 1 and 1000000");
}

TEST(NumberRangeTest, OpenBoundsDoNotBelongToIt) {
  const NumberRange above = {.min = 0, .max = 10, .open_min = true};
  EXPECT_FALSE(Contains(above, 0));
  EXPECT_TRUE(Contains(above, 10));
  EXPECT_EQ(Describe(above), "above 0 and at most 10");
  const NumberRange below = {.min = 0.001, .max = 1, .open_max = true};
  EXPECT_TRUE(Contains(below, 0.001));
  EXPECT_FALSE(Contains(below, 1));
  EXPECT_EQ(Describe(below), "at least 0.001 and below 1");
}

TEST(NumberRangeTest, AnEmptyRangeWantsFiniteNumbers) {
  EXPECT_TRUE(Contains({}, std::numeric_limits<double>::max()));
  EXPECT_FALSE(Contains({}, std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(Contains({}, std::nan("")));
  EXPECT_EQ(Describe({}), "finite");
}

}  // namespace
}  // namespace kvintet
