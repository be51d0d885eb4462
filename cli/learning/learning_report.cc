// LearningReport: see the header.
#include "cli/learning/learning_report.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/statistics/anytime_mean.h"
#include "cli/pages/plots.h"
#include "cli/words/number_text.h"

namespace kvintet::cli {
namespace {

std::optional<double> ValueOf(const LearningPoint& point, const std::string& measure) {
  const auto found = std::ranges::find(point.measured, measure, &Measured::value_type::first);
  return found == point.measured.end() ? std::nullopt : std::optional(found->second);
}

// The cost of a point or a band in the unit of an axis.
template <typename T>
double UsedUp(const T& at, const std::string& axis) {
  return axis == "games"         ? static_cast<double>(at.games)
         : axis == "evaluations" ? static_cast<double>(at.evaluations)
                                 : at.core_seconds;
}

double Median(const std::vector<double>& values) { return arena::Quantile(values, 0.5); }

double MedianCost(const std::vector<LearningPoint>& points, const std::string& axis) {
  std::vector<double> costs(points.size());
  std::ranges::transform(points, costs.begin(),
                         [&](const LearningPoint& point) { return UsedUp(point, axis); });
  return Median(costs);
}

std::string BandText(const SeedBand& band, int digits) {
  return band.seeds == 1 ? NumberText(band.median, digits)
                         : IntervalText(band.median, band.least, band.most, digits);
}

}  // namespace

std::vector<SeedBand> BandsOf(const LearningReport& report, const std::string& measure) {
  std::vector<SeedBand> bands;
  for (int place = 0; place < report.places; ++place) {
    std::vector<double> values;
    std::vector<LearningPoint> points;
    for (const LearningPoint& point : report.points) {
      if (const auto value = ValueOf(point, measure); value && point.place == place) {
        values.push_back(*value);
        points.push_back(point);
      }
    }
    if (!values.empty()) {
      const auto [least, most] = std::ranges::minmax(values);
      bands.push_back({.place = place,
                       .seeds = static_cast<int>(values.size()),
                       .games = MedianCost(points, "games"),
                       .evaluations = MedianCost(points, "evaluations"),
                       .core_seconds = MedianCost(points, "core_seconds"),
                       .median = Median(values),
                       .least = least,
                       .most = most});
    }
  }
  return bands;
}

std::string LearningTable(const LearningReport& report) {
  std::string table = absl::StrCat("# ", report.game, "\n\n`", report.command, "`\n\n",
                                   report.remark, "\nMedian of the seeds [least, most].\n\n",
                                   "| games | evaluations | core-minutes | seeds |");
  std::string rule = "\n|---|---|---|---|";
  std::vector<std::vector<SeedBand>> columns;
  for (const MeasureText& text : report.texts) {
    absl::StrAppend(&table, " ", text.title, " |");
    rule += "---|";
    columns.push_back(BandsOf(report, text.name));
  }
  table += rule + "\n";
  for (size_t row = 0; !columns.empty() && row < columns.front().size(); ++row) {
    const SeedBand& first = columns.front()[row];
    absl::StrAppendFormat(&table, "| %.0f | %.0f | %.2f | %d |", first.games, first.evaluations,
                          first.core_seconds / 60, first.seeds);
    for (size_t i = 0; i < columns.size(); ++i) {
      const auto same = std::ranges::find(columns[i], first.place, &SeedBand::place);
      const std::string text =
          same == columns[i].end() ? "-" : BandText(*same, report.texts[i].digits);
      absl::StrAppend(&table, " ", text, " |");
    }
    table += "\n";
  }
  if (!report.anchors.empty()) {
    table += "\n| published | reached | cost | source |\n|---|---|---|---|\n";
  }
  for (const LearningAnchor& anchor : report.anchors) {
    absl::StrAppend(&table, "| ", anchor.who, " | ", anchor.reached, " | ", anchor.cost, " | ",
                    anchor.source, " |\n");
  }
  return table;
}

std::string LearningLines(const LearningReport& report) {
  std::string lines;
  for (const LearningPoint& point : report.points) {
    absl::StrAppend(&lines, ToJsonLine(ToJson(point)), "\n");
  }
  return lines;
}

std::string LearningSvg(const LearningReport& report, const MeasureText& measure,
                        const std::string& axis) {
  CurvesPlot plot = {
      .x = {.title = axis == "core_seconds" ? "core-seconds" : axis, .logarithmic = true},
      .y = {.title = measure.title},
      .curves = {{}},
      .height = 360};
  plot.x.title += " (logarithmic)";
  for (const SeedBand& band : BandsOf(report, measure.name)) {
    plot.curves[0].points.push_back({UsedUp(band, axis), band.median, band.least, band.most});
  }
  if (plot.curves[0].points.empty()) {
    return "";
  }
  for (const LearningPoint& point : report.points) {
    if (const auto value = ValueOf(point, measure.name)) {
      plot.dots.emplace_back(UsedUp(point, axis), *value);
    }
  }
  for (const LearningAnchor& anchor : report.anchors) {
    if (anchor.measure == measure.name) {
      plot.levels.push_back({.label = anchor.who, .value = anchor.value});
    }
  }
  return SvgFile(
      DrawCurves(plot),
      {.title = absl::StrCat(report.game, ": ", measure.title),
       .caption = absl::StrCat(
           "Line: median of the seeds. Band: from the lowest to the highest. Dots: seeds.",
           plot.levels.empty() ? "" : " Dashed: published figures.")});
}

}  // namespace kvintet::cli
