// Comparisons of runs: see the header.
#include "cli/pages/comparison_page.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/document.h"
#include "cli/pages/plots.h"
#include "cli/words/number_text.h"
#include "cli/words/work_time.h"

namespace kvintet::cli {
namespace {

using training::Axis;
using training::Measure;
using training::Setting;
using training::Stretch;

// How an axis is shown.
struct AxisText {
  Axis axis;
  const char* name;
  const char* title;
};
constexpr std::array<AxisText, training::kAxes> kAxisTexts = {{
    {Axis::kGames, "games", "games"},
    {Axis::kEvaluations, "evaluations", "evaluations"},
    {Axis::kSeconds, "seconds", "time of work"},
}};

struct ShownMeasure {
  Measure measure;
  const char* name;
  const char* title;
  int digits;
};
constexpr std::array<ShownMeasure, training::kMeasures> kMeasureTexts = {{
    {Measure::kPolicyLoss, "policy_loss", "policy loss", 3},
    {Measure::kValueLoss, "value_loss", "value loss", 3},
    {Measure::kStrength, "strength", "strength (Elo)", 0},
}};

constexpr int kPointsOfCurve = 80;

// The last place that all settings with this measure have reached; empty if there is none.
std::optional<double> LastCommon(const std::vector<Setting>& settings, Measure measure, Axis axis) {
  std::optional<Stretch> common;
  for (const Setting& setting : settings) {
    if (const auto own = StretchOf(setting, measure, axis)) {
      common = common
                   ? Stretch{std::max(common->begin, own->begin), std::min(common->end, own->end)}
                   : *own;
    }
  }
  return common && common->begin <= common->end ? std::optional(common->end) : std::nullopt;
}

// The lines of one measure at the last common place of an axis.
std::string MeasureLines(const std::vector<Setting>& settings, const ShownMeasure& measure,
                         const AxisText& axis) {
  const std::optional<double> at = LastCommon(settings, measure.measure, axis.axis);
  if (!at) {
    return "";
  }
  std::string text =
      absl::StrCat(measure.title, " after ",
                   axis.axis == Axis::kSeconds ? WorkTime(*at) + " of work\n"
                                               : absl::StrFormat("%.0f %s\n", *at, axis.title));
  for (const Setting& setting : settings) {
    if (StretchOf(setting, measure.measure, axis.axis)) {
      const auto [value, low, high] = EstimateAt(setting, measure.measure, axis.axis, *at);
      const std::string estimate = low < high ? IntervalText(value, low, high, measure.digits)
                                              : NumberText(value, measure.digits);
      absl::StrAppendFormat(&text, "  %-28s %s\n", estimate, setting.label);
    }
  }
  return text;
}

Json PointsJson(const std::vector<training::CurvePoint>& curve) {
  Json points = Json::array();
  for (const auto& [at, estimate] : curve) {
    points.push_back(
        {{"at", at}, {"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}});
  }
  return points;
}

}  // namespace

std::string DiagramHtml(const std::vector<Setting>& settings, Measure measure, Axis axis) {
  const char* const value =
      std::ranges::find(kMeasureTexts, measure, &ShownMeasure::measure)->title;
  const char* const place = std::ranges::find(kAxisTexts, axis, &AxisText::axis)->title;
  CurvesPlot plot = {
      .x = {.title = place, .least_step = 1, .number = axis == Axis::kSeconds ? WorkTime : nullptr},
      .y = {.title = value}};
  for (const Setting& setting : settings) {
    PlotCurve& curve = plot.curves.emplace_back(PlotCurve{.label = setting.label});
    for (const auto& [at, estimate] : CurveOf(setting, measure, axis, kPointsOfCurve)) {
      curve.points.push_back({at, estimate.value, estimate.low, estimate.high});
    }
  }
  return CurvesSvg(plot, {.title = absl::StrCat(value, " by ", place)});
}

std::string ComparisonText(const std::vector<Setting>& settings) {
  size_t runs = 0;
  std::string text;
  for (const Setting& setting : settings) {
    runs += setting.runs.size();
    absl::StrAppendFormat(&text, "  %d run(s) of %s\n", setting.runs.size(), setting.label);
  }
  text = absl::StrFormat("%d setting(s), %d run(s); means, 95 %% intervals\n%s", settings.size(),
                         runs, text);
  for (const AxisText& axis : kAxisTexts) {
    for (const ShownMeasure& measure : kMeasureTexts) {
      text += MeasureLines(settings, measure, axis);
    }
  }
  return text;
}

Json ComparisonJson(const std::vector<Setting>& settings) {
  Json all = Json::array();
  for (const Setting& setting : settings) {
    Json runs = Json::array();
    for (const training::MeasuredRun& run : setting.runs) {
      runs.push_back(run.path);
    }
    Json curves = Json::array();
    for (const ShownMeasure& measure : kMeasureTexts) {
      for (const AxisText& axis : kAxisTexts) {
        const auto curve = CurveOf(setting, measure.measure, axis.axis, kPointsOfCurve);
        curves.push_back(
            {{"measure", measure.name}, {"axis", axis.name}, {"points", PointsJson(curve)}});
      }
    }
    all.push_back({{"label", setting.label}, {"runs", runs}, {"curves", curves}});
  }
  return {{"settings", all}};
}

std::string ComparisonHtml(const std::vector<Setting>& settings) {
  std::string html =
      "<p>Means over the runs of a setting with Student's 95 % intervals. A single run has its own "
      "values, and its strength the ladder's interval. A curve ends where the first of its runs "
      "ends.</p>\n<ul>\n";
  for (const Setting& setting : settings) {
    absl::StrAppendFormat(&html, "<li>%s: %d run(s)</li>\n", Escaped(setting.label),
                          setting.runs.size());
  }
  html += "</ul>\n";
  for (const ShownMeasure& measure : kMeasureTexts) {
    for (const AxisText& axis : kAxisTexts) {
      html += DiagramHtml(settings, measure.measure, axis.axis);
    }
  }
  return HtmlDocument({.title = "Runs compared"}, html);
}

}  // namespace kvintet::cli
