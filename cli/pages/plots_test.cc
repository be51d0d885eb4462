// Tests of plots: labels that could be cut off or misread.
#include "cli/pages/plots.h"

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

// Two squares side by side, the right one higher: y points up on a board and down on a page.
TEST(HeatTest, CellsLieAsOnTheBoard) {
  const std::vector<HeatCell> cells = {
      {.outline = {0, 0, 1, 0, 1, 1, 0, 1}, .x = 0.5f, .y = 0.5f, .count = 1},
      {.outline = {1, 1, 2, 1, 2, 2, 1, 2}, .x = 1.5f, .y = 1.5f, .count = 4}};
  const std::string svg = HeatSvg(cells, {{.x = 0.5f, .y = -0.5f, .text = "a"}}, {.title = "T"});
  EXPECT_THAT(svg, HasSubstr("points=\"0.0,68.0 34.0,68.0 34.0,34.0 0.0,34.0 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"34.0,34.0 68.0,34.0 68.0,0.0 34.0,0.0 \""));
  EXPECT_THAT(svg, HasSubstr(">25</text>"));
  EXPECT_THAT(svg, HasSubstr(">100</text>"));
  EXPECT_THAT(svg, HasSubstr(">a</text>"));
  EXPECT_EQ(HeatSvg({{.count = 0}}, {}, {.title = "T"}), "");
}

}  // namespace
}  // namespace kvintet::cli
