// LearningReport: curves of several seeds as a table, as JSON lines and as diagrams.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/learning/learning_anchors.h"
#include "cli/learning/learning_measure.h"
#include "cli/learning/learning_point.h"

namespace kvintet::cli {

// What a benchmark of learning found.
struct LearningReport {
  std::string game = {};
  // The command's words that made it.
  std::string command = {};
  std::string remark = {};
  int places = 0;
  std::vector<MeasureText> texts = {};
  std::vector<LearningPoint> points = {};
  std::vector<LearningAnchor> anchors = {};
};

// Median and extremes of some seeds at one place.
struct SeedBand {
  int place = 0;
  int seeds = 0;
  // Medians of what was used up.
  double games = 0;
  double evaluations = 0;
  double core_seconds = 0;
  double median = 0;
  double least = 0;
  double most = 0;
};
// Of one measure, by place; places without points are left out.
std::vector<SeedBand> BandsOf(const LearningReport& report, const std::string& measure);

// The table in Markdown with the anchors below; one line of JSON for each point.
std::string LearningTable(const LearningReport& report);
std::string LearningLines(const LearningReport& report);
// One measure over `games`, `evaluations` or `core_seconds` as an SVG file of its own: the median
// as a line, a band from the least to the most, the seeds as dots, anchors as dashed lines. The
// axis is logarithmic. Empty where nobody has the measure.
std::string LearningSvg(const LearningReport& report, const MeasureText& measure,
                        const std::string& axis);

}  // namespace kvintet::cli
