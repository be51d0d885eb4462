// Tests of plots: words that could be cut off or misread.
#include "cli/plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(HistogramTest, CountsAreWrittenOut) {
  const std::string svg = HistogramSvg(std::vector<double>(1248, 56), {}, {.title = "Moves"});
  EXPECT_THAT(svg, HasSubstr(">1248</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("e+")));
}

TEST(HistogramTest, AMarkAtTheRightHasItsWordsAtItsLeft) {
  std::vector<double> values = {0, 600};
  const std::string svg = HistogramSvg(values, {{"5 %", 1}, {"median", 599}}, {.title = "Moves"});
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"start\">5 %: 1<"));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"end\">median: 599<"));
}

}  // namespace
}  // namespace kvintet::cli
