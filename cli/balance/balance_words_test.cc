// Tests of the numbers in a study's sentences.
#include <gtest/gtest.h>

#include "cli/balance/balance_report.h"

namespace kvintet::cli {
namespace {

TEST(MeanTextTest, HasAnIntervalWhereThereIsOne) {
  EXPECT_EQ(MeanText({.mean = 31.25, .low = 30.14, .high = 32.36, .samples = 9}, 1),
            "31.2 [30.1, 32.4]");
  EXPECT_EQ(MeanText({.mean = 3, .samples = 1}, 1), "3.0");
  EXPECT_EQ(MeanText({}, 1), "-");
}

TEST(MeanTextTest, NothingHasNoSign) {
  EXPECT_EQ(MeanText({.mean = 0, .low = -0.004, .high = 0.004, .samples = 9}, 2),
            "0.00 [0.00, 0.00]");
  EXPECT_EQ(MeanText({.mean = 0, .low = -0.006, .high = 0.004, .samples = 9}, 2),
            "0.00 [-0.01, 0.00]");
}

}  // namespace
}  // namespace kvintet::cli
