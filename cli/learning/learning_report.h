// LearningReport: learning curves of several seeds as a table, JSON lines and diagrams.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/learning/learning_anchors.h"
#include "cli/learning/learning_measure.h"
#include "cli/learning/learning_point.h"

namespace kvintet::cli {

// The results of a learning benchmark.
struct LearningReport {
  std::string game = {};
  // The command line that produced it.
  std::string command = {};
  std::string remark = {};
  int places = 0;
  std::vector<MeasureText> texts = {};
  std::vector<LearningPoint> points = {};
  std::vector<LearningAnchor> anchors = {};
};

// Median and extremes over the seeds at one place.
struct SeedBand {
  int place = 0;
  int seeds = 0;
  // Medians of the cost.
  double games = 0;
  double evaluations = 0;
  double core_seconds = 0;
  double median = 0;
  double least = 0;
  double most = 0;
};
// The bands of one measure, by place; places without points are left out.
std::vector<SeedBand> BandsOf(const LearningReport& report, const std::string& measure);

// LearningTable: the table in Markdown, with the anchors below. LearningLines: a line of JSON for
// each point.
std::string LearningTable(const LearningReport& report);
std::string LearningLines(const LearningReport& report);
// One measure over `games`, `evaluations` or `core_seconds` as a standalone SVG file: the median as
// a line, a band from the least to the greatest value, the seeds as dots, anchors as dashed lines.
// The x axis is logarithmic. Empty if no point has the measure.
std::string LearningSvg(const LearningReport& report, const MeasureText& measure,
                        const std::string& axis);

}  // namespace kvintet::cli
