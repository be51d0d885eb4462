// Tests of plots: what each shows, and labels that could be cut off or misread.
#include "cli/pages/plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

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

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Two curves over [0, 10] and [0, 100]; the first has intervals.
CurvesPlot Curves() {
  return {.x = {.title = "games"},
          .y = {.title = "Elo"},
          .curves = {{.label = "deep", .points = {{0, 50, 0, 60}, {10, 90, 80, 100}}},
                     {.label = "plain & simple", .points = {{0, 10, 10, 10}, {10, 20, 20, 20}}}}};
}

TEST(CurvesTest, EachCurveHasALineALegendAndABandIfItHasIntervals) {
  const std::string svg = CurvesSvg(Curves(), {.title = "T", .caption = "C"});
  EXPECT_EQ(Count(svg, "<polyline"), 2);
  EXPECT_EQ(Count(svg, "<polygon"), 1);
  EXPECT_THAT(svg, HasSubstr(">deep</text>"));
  EXPECT_THAT(svg, HasSubstr(">plain &amp; simple</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>T</title>"));
  EXPECT_THAT(svg, HasSubstr("<b>T.</b> C"));
}

TEST(CurvesTest, CurvesDifferWithoutColour) {
  const std::string svg = CurvesSvg(Curves(), {.title = "T"});
  EXPECT_EQ(Count(svg, "stroke-dasharray=\"none\""), 2);
  EXPECT_EQ(Count(svg, "stroke-dasharray=\"10 4\""), 2);
}

TEST(CurvesTest, AnEmptyCurveLeavesItsColourUnused) {
  CurvesPlot plot = Curves();
  plot.curves[0].points.clear();
  const std::string svg = CurvesSvg(plot, {.title = "T"});
  EXPECT_EQ(Count(svg, "<polyline"), 1);
  EXPECT_THAT(svg, HasSubstr("#d1495b"));
  EXPECT_THAT(svg, Not(HasSubstr("deep")));
  plot.curves[1].points.clear();
  EXPECT_EQ(CurvesSvg(plot, {.title = "T"}), "");
}

TEST(CurvesTest, AxesHaveTheirEndsRoundNumbersAndTitles) {
  const std::string svg = CurvesSvg(Curves(), {.title = "T"});
  for (const char* const number : {"0", "2", "4", "6", "8", "10", "20", "40", "60", "80", "100"}) {
    EXPECT_THAT(svg, HasSubstr(absl::StrCat(">", number, "</text>")));
  }
  EXPECT_THAT(svg, HasSubstr(">games</text>"));
  EXPECT_THAT(svg, HasSubstr(">Elo</text>"));
  EXPECT_THAT(svg, HasSubstr("<desc>Elo: 0 to 100. games: 0 to 10. </desc>"));
}

TEST(CurvesTest, NumbersStandAsTheirAxisWritesThem) {
  CurvesPlot plot = Curves();
  plot.x = {.title = "work", .logarithmic = true, .number = [](double value) {
              return absl::StrCat(value, " s");
            }};
  plot.curves[0].points = {{3, 1, 1, 1}, {3000, 1, 1, 1}};
  plot.curves.resize(1);
  const std::string svg = CurvesSvg(plot, {.title = "T"});
  for (const char* const number : {">3 s<", ">10 s<", ">100 s<", ">1000 s<", ">3000 s<"}) {
    EXPECT_THAT(svg, HasSubstr(number));
  }
  EXPECT_THAT(svg, Not(HasSubstr(">20 s<")));
  plot.curves[0].points = {{3, 1, 1, 1}, {200, 1, 1, 1}};
  EXPECT_THAT(CurvesSvg(plot, {.title = "T"}), HasSubstr(">20 s<"));
}

TEST(CurvesTest, NumbersHaveTheDigitsInWhichTheyDiffer) {
  const std::string svg = CurvesSvg({.curves = {{.points = {{1234567, 0.5001, 0.5001, 0.5001},
                                                            {1234767, 0.5003, 0.5003, 0.5003}}}}},
                                    {.title = "T"});
  for (const char* const number : {"1234567", "1234650", "0.5001", "0.50015"}) {
    EXPECT_THAT(svg, HasSubstr(absl::StrCat(">", number, "</text>")));
  }
}

TEST(CurvesTest, ASinglePointIsADot) {
  const std::string svg = CurvesSvg({.curves = {{.points = {{5, 7, 7, 7}}}}}, {.title = "T"});
  EXPECT_EQ(Count(svg, "<circle"), 1);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(CurvesTest, ALevelIsDashedInAGreyBandAndCountsForTheRange) {
  CurvesPlot plot = Curves();
  plot.levels = {{.label = "published", .value = 200, .margin = 5}};
  const std::string svg = CurvesSvg(plot, {.title = "T"});
  EXPECT_EQ(Count(svg, "stroke-dasharray=\"4 3\""), 1);
  EXPECT_EQ(Count(svg, "<rect"), 1);
  EXPECT_THAT(svg, HasSubstr(">published</text>"));
  EXPECT_THAT(svg, HasSubstr("Elo: 0 to 200"));
}

// Two squares side by side, the right one higher: y points up on a board and down on a page.
TEST(HeatTest, CellsLieAsOnTheBoard) {
  const arena::BoardUse board = {
      .cells = {{.x = 0.5f, .y = 0.5f, .outline = {0, 0, 1, 0, 1, 1, 0, 1}, .taken = 1},
                {.x = 1.5f, .y = 1.5f, .outline = {1, 1, 2, 1, 2, 2, 1, 2}, .taken = 4}},
      .labels = {{.x = 0.5f, .y = -0.5f, .text = "a"}}};
  const std::string svg = HeatSvg(board, {.title = "T"});
  EXPECT_THAT(svg, HasSubstr("points=\"0,68 34,68 34,34 0,34 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"34,34 68,34 68,0 34,0 \""));
  EXPECT_THAT(svg, HasSubstr(">25</text>"));
  EXPECT_THAT(svg, HasSubstr(">100</text>"));
  EXPECT_THAT(svg, HasSubstr(">a</text>"));
  EXPECT_EQ(HeatSvg({.cells = {{.taken = 0}}}, {.title = "T"}), "");
}

}  // namespace
}  // namespace kvintet::cli
