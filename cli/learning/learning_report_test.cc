// Tests of LearningReport: bands over seeds, and the table, lines and diagrams made from them.
#include "cli/learning/learning_report.h"

#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace kvintet::cli {
namespace {

using testing::IsOk;
using testing::StatusIs;

LearningPoint Point(uint64_t seed, int place, int64_t games, double good) {
  return {.seed = seed,
          .place = place,
          .model = "m",
          .steps = games / 2,
          .games = games,
          .evaluations = 10 * games,
          .seconds = 5,
          .core_seconds = 60.0 * static_cast<double>(games) / 100,
          .measured = {{"good", good}}};
}

LearningReport Report() {
  return {.game = "a_game",
          .command = "command",
          .remark = "Remark.",
          .places = 3,
          .texts = {{"good", "good moves, %"}},
          .points = {Point(1, 0, 100, 50), Point(1, 2, 400, 90), Point(2, 0, 120, 40),
                     Point(2, 2, 410, 70), Point(3, 0, 110, 45)},
          .anchors = {{.game = "a_game",
                       .who = "Someone",
                       .reached = "95 %",
                       .cost = "a day",
                       .source = "a paper",
                       .measure = "good",
                       .value = 95}}};
}

TEST(LearningReportTest, BandsAreMediansAndExtremesOfSeeds) {
  const std::vector<SeedBand> bands = BandsOf(Report(), "good");
  ASSERT_EQ(bands.size(), 2);
  EXPECT_EQ(bands[0].seeds, 3);
  EXPECT_EQ(bands[0].median, 45);
  EXPECT_EQ(bands[0].least, 40);
  EXPECT_EQ(bands[0].most, 50);
  EXPECT_EQ(bands[0].games, 110);
  EXPECT_EQ(bands[1].place, 2);
  EXPECT_EQ(bands[1].median, 80);
  EXPECT_TRUE(BandsOf(Report(), "perfect").empty());
}

TEST(LearningReportTest, TheTableHasARowForEachPlaceAndTheAnchors) {
  const std::string table = LearningTable(Report());
  EXPECT_NE(table.find("| 110 | 1100 | 1.10 | 3 | 45.0 [40.0, 50.0] |\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("| 405 | 4050 | 4.05 | 2 | 80.0 [70.0, 90.0] |\n"), std::string::npos);
  EXPECT_NE(table.find("| Someone | 95 % | a day | a paper |\n"), std::string::npos);
}

TEST(LearningReportTest, LinesGiveBackThePoints) {
  const auto json = ParseJson(ToJsonLine(ToJson(Point(2, 1, 300, 66.5))), "line");
  ASSERT_THAT(json, IsOk());
  const auto point = LearningPointFromJson(*json);
  ASSERT_THAT(point, IsOk());
  EXPECT_EQ(point->seed, 2);
  EXPECT_EQ(point->games, 300);
  EXPECT_EQ(point->measured, (Measured{{"good", 66.5}}));
  EXPECT_THAT(LearningPointFromJson(Json{{"seed", 1}}),
              StatusIs(absl::StatusCode::kInvalidArgument, "place"));
}

TEST(LearningReportTest, TheDiagramHasBandMedianSeedsAndAnchors) {
  const LearningReport report = Report();
  const std::string svg = LearningSvg(report, report.texts[0], "core_seconds");
  EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0);
  EXPECT_NE(svg.find("<polygon"), std::string::npos);
  EXPECT_NE(svg.find("<polyline"), std::string::npos);
  EXPECT_NE(svg.find(">Someone</text>"), std::string::npos);
  EXPECT_NE(svg.find("stroke-dasharray=\"4 3\""), std::string::npos);
  EXPECT_NE(svg.find(">a_game: good moves, %</text>"), std::string::npos);
  EXPECT_NE(svg.find(">core-seconds (logarithmic)</text>"), std::string::npos);
  size_t dots = 0;
  for (size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) {
    ++dots;
  }
  EXPECT_EQ(dots, 5);
  EXPECT_EQ(LearningSvg(report, {"perfect", "perfect moves", 1}, "games"), "");
}

}  // namespace
}  // namespace kvintet::cli
