// Tests of known exact values of pursuit and mini_kontranto, by backward induction.
#include <gtest/gtest.h>

#include "tests/support/markov_value.h"

namespace kvintet::testing {
namespace {

// The probability that the evader is caught.
double Catch(int columns, int rows, const std::string& catcher, const std::string& evader,
             int steps) {
  return (1 + ValueAtStart("pursuit{columns=" + std::to_string(columns) +
                           ",rows=" + std::to_string(rows) + ",catcher=" + catcher +
                           ",evader=" + evader + ",steps=" + std::to_string(steps) + "}")) /
         2;
}

TEST(KontrantoValuesTest, PursuitOnTwoAndFourCells) {
  double escaped1 = 1;
  double escaped2 = 1;
  for (int steps = 1; steps <= 6; ++steps) {
    escaped1 *= 0.5;
    escaped2 *= 0.75;
    EXPECT_NEAR(Catch(2, 1, "A1", "B1", steps), 1 - escaped1, 1e-9);
    EXPECT_NEAR(Catch(2, 2, "A1", "B2", steps), 1 - escaped2, 1e-9);
  }
}

TEST(KontrantoValuesTest, PursuitOnThreeCells) {
  EXPECT_NEAR(Catch(3, 1, "A1", "C1", 2), 1.0 / 2, 1e-9);
  EXPECT_NEAR(Catch(3, 1, "A1", "C1", 3), 2.0 / 3, 1e-9);
  EXPECT_NEAR(Catch(3, 1, "A1", "C1", 4), 4.0 / 5, 1e-9);
}

TEST(KontrantoValuesTest, PursuitOnSixAndNineCells) {
  EXPECT_NEAR(Catch(3, 2, "A1", "C2", 2), 1.0 / 4, 1e-9);
  EXPECT_NEAR(Catch(3, 2, "A1", "C2", 3), 35.0 / 92, 1e-9);
  EXPECT_NEAR(Catch(3, 2, "A1", "C2", 4), 15853.0 / 31984, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "A1", "C3", 2), 1.0 / 6, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "A1", "C3", 3), 6.0 / 25, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "A1", "C3", 4), 3002.0 / 8637, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "B2", "A1", 1), 1.0 / 4, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "B2", "A1", 2), 1.0 / 3, 1e-9);
  EXPECT_NEAR(Catch(3, 3, "B2", "A1", 3), 2581.0 / 6111, 1e-9);
}

// The value in points of White.
double Points(const std::string& start, int steps) {
  return ValueAtStart("mini_kontranto{start=" + start + ",steps=" + std::to_string(steps) + "}",
                      Payoff::kLead);
}

TEST(KontrantoValuesTest, OneCircleAgainstOne) {
  const double square[] = {1.0 / 4, 25.0 / 48, 473.0 / 576, 8113.0 / 6912, 128921.0 / 82944};
  const double six[] = {0, 1.0 / 4, 779.0 / 1764, 1469191901.0 / 2272137540, 0.8731624804};
  for (int steps = 1; steps <= 5; ++steps) {
    EXPECT_NEAR(Points("2x2_c0_c3", steps), square[steps - 1], 1e-9);
    EXPECT_NEAR(Points("2x3_c0_c2", steps), six[steps - 1], 1e-9);
  }
  EXPECT_NEAR(Points("3x3_c4_c0", 1), 1.0 / 4, 1e-9);
  EXPECT_NEAR(Points("3x3_c4_c0", 2), 1296.0 / 3403, 1e-9);
  EXPECT_NEAR(Points("3x3_c4_c0", 3), 3446262008015373.0 / 6625462997575463, 1e-9);
}

TEST(KontrantoValuesTest, TwoPiecesAgainstOneOrTwo) {
  EXPECT_NEAR(Points("2x3_c0t1_c4", 1), 0, 1e-9);
  EXPECT_NEAR(Points("2x3_c0t1_c4", 2), 1.0 / 7, 1e-9);
  EXPECT_NEAR(Points("2x3_c0c3_c2t5", 1), 0, 1e-9);
  EXPECT_NEAR(Points("2x3_c0c3_c2t5", 2), -1.0 / 2, 1e-9);
  EXPECT_NEAR(Points("2x3_c2c4_c1c5", 1), 2.0 / 3, 1e-9);
  EXPECT_NEAR(Points("3x3_c8t0_c4t2", 1), -1.0 / 7, 1e-9);
  EXPECT_NEAR(Points("3x3_c1t4_c6t2", 1), 1.0 / 7, 1e-9);
  EXPECT_NEAR(Points("2x3_c0t3_c2t5", 1), 0, 1e-9);
  EXPECT_NEAR(Points("2x3_c0t3_c2t5", 2), 0, 1e-9);
}

}  // namespace
}  // namespace kvintet::testing
