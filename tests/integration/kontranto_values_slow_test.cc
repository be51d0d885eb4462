// Tests of the larger known exact values of mini_kontranto.
#include <gtest/gtest.h>

#include "tests/support/markov_value.h"

namespace kvintet::testing {
namespace {

// The value in points of White.
double Points(const std::string& start, int steps) {
  return ValueAtStart("mini_kontranto{start=" + start + ",steps=" + std::to_string(steps) + "}",
                      Payoff::kLead);
}

TEST(KontrantoValuesSlowTest, OneCircleAgainstOneOnNineCells) {
  EXPECT_NEAR(Points("3x3_c4_c0", 4), 0.6503113502, 1e-9);
}

TEST(KontrantoValuesSlowTest, TwoPieces) {
  EXPECT_NEAR(Points("2x3_c0t1_c4", 3), 6437064.0 / 23541365, 1e-9);
  EXPECT_NEAR(Points("2x3_c0c3_c2t5", 3), -1.0 / 2, 1e-9);
  EXPECT_NEAR(Points("2x3_c2c4_c1c5", 2), 5189.0 / 3635, 1e-9);
  EXPECT_NEAR(Points("2x3_c2c4_c1c5", 3), 2395794353325039.0 / 1022534444193760, 1e-9);
  EXPECT_NEAR(Points("3x3_c8t0_c4t2", 2), -1.0 / 7, 1e-9);
  EXPECT_NEAR(Points("3x3_c1t4_c6t2", 2), 1.0 / 7, 1e-9);
  EXPECT_NEAR(Points("2x3_c0t3_c2t5", 3), 0, 1e-9);
}

}  // namespace
}  // namespace kvintet::testing
