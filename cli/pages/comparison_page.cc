// Comparisons of runs: see the header.
#include "cli/pages/comparison_page.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/document.h"
#include "cli/words/work_time.h"

namespace kvintet::cli {
namespace {

using training::Axis;
using training::CurvePoint;
using training::Estimate;
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

struct MeasureText {
  Measure measure;
  const char* name;
  const char* title;
  int digits;
};
constexpr std::array<MeasureText, training::kMeasures> kMeasureTexts = {{
    {Measure::kPolicyLoss, "policy_loss", "policy loss", 3},
    {Measure::kValueLoss, "value_loss", "value loss", 3},
    {Measure::kStrength, "strength", "strength (Elo)", 0},
}};

constexpr int kPoints = 80;
constexpr int kWidth = 640;
constexpr int kHeight = 220;
constexpr std::array<const char*, 8> kColours = {"#2b5fb4", "#d1495b", "#3a8f5c", "#e08e1b",
                                                 "#7b4ea3", "#4f8a8b", "#a0522d", "#555555"};

const char* ColourOf(size_t setting) { return kColours[setting % kColours.size()]; }

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

std::string EstimateText(const Estimate& estimate, int digits) {
  const std::string value = absl::StrFormat("%.*f", digits, estimate.value);
  return estimate.low < estimate.high ? absl::StrFormat("%s [%.*f, %.*f]", value, digits,
                                                        estimate.low, digits, estimate.high)
                                      : value;
}

std::string PlaceText(double at, const AxisText& axis) {
  if (axis.axis != Axis::kSeconds) {
    return absl::StrFormat("%.0f %s", at, axis.title);
  }
  return absl::StrCat(WorkTime(at), " of work");
}

// The lines of one measure at the last common place of an axis.
std::string MeasureLines(const std::vector<Setting>& settings, const MeasureText& measure,
                         const AxisText& axis) {
  const std::optional<double> at = LastCommon(settings, measure.measure, axis.axis);
  if (!at) {
    return "";
  }
  std::string text = absl::StrFormat("%s after %s\n", measure.title, PlaceText(*at, axis));
  for (const Setting& setting : settings) {
    if (StretchOf(setting, measure.measure, axis.axis)) {
      const Estimate estimate = EstimateAt(setting, measure.measure, axis.axis, *at);
      absl::StrAppendFormat(&text, "  %-28s %s\n", EstimateText(estimate, measure.digits),
                            setting.label);
    }
  }
  return text;
}

// A range of values, mapped to the drawing.
struct Frame {
  double left = 0;
  double right = 0;
  double bottom = 0;
  double top = 0;

  double X(double at) const {
    return right > left ? kWidth * (at - left) / (right - left) : kWidth / 2.0;
  }
  double Y(double value) const {
    return top > bottom ? kHeight * (top - value) / (top - bottom) : kHeight / 2.0;
  }
};

using Curves = std::vector<std::vector<CurvePoint>>;

Frame FrameOf(const Curves& curves) {
  std::optional<Frame> frame;
  for (const std::vector<CurvePoint>& curve : curves) {
    for (const CurvePoint& point : curve) {
      const Estimate& estimate = point.estimate;
      if (!frame) {
        frame = {point.at, point.at, estimate.low, estimate.high};
      }
      frame->left = std::min(frame->left, point.at);
      frame->right = std::max(frame->right, point.at);
      frame->bottom = std::min(frame->bottom, estimate.low);
      frame->top = std::max(frame->top, estimate.high);
    }
  }
  return frame.value_or(Frame());
}

std::string CurveSvg(const std::vector<CurvePoint>& curve, const Frame& frame, const char* colour) {
  std::string line;
  std::string upper;
  std::string lower;
  for (const CurvePoint& point : curve) {
    const double x = frame.X(point.at);
    absl::StrAppendFormat(&line, "%.1f,%.1f ", x, frame.Y(point.estimate.value));
    absl::StrAppendFormat(&upper, "%.1f,%.1f ", x, frame.Y(point.estimate.high));
    lower = absl::StrFormat("%.1f,%.1f ", x, frame.Y(point.estimate.low)) + lower;
  }
  std::string svg = absl::StrFormat(
      "<polygon points=\"%s%s\" fill=\"%s\" opacity=\"0.18\"/>"
      "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
      upper, lower, colour, line, colour);
  if (curve.size() == 1) {
    absl::StrAppendFormat(&svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>",
                          frame.X(curve[0].at), frame.Y(curve[0].estimate.value), colour);
  }
  return svg;
}

// The diagram of one measure over one axis; empty if no setting has the measure.
std::string Diagram(const std::vector<Setting>& settings, const MeasureText& measure,
                    const AxisText& axis) {
  Curves curves;
  for (const Setting& setting : settings) {
    curves.push_back(CurveOf(setting, measure.measure, axis.axis, kPoints));
  }
  if (std::ranges::all_of(curves, &std::vector<CurvePoint>::empty)) {
    return "";
  }
  const Frame frame = FrameOf(curves);
  std::string html =
      absl::StrFormat("<h2>%s by %s</h2>\n<svg class=\"plot\" viewBox=\"-6 -6 %d %d\">",
                      measure.title, axis.title, kWidth + 12, kHeight + 12);
  for (size_t i = 0; i < curves.size(); ++i) {
    html += CurveSvg(curves[i], frame, ColourOf(i));
  }
  absl::StrAppendFormat(&html, "</svg>\n<p>%.*f to %.*f, from %s to %s</p>\n", measure.digits,
                        frame.bottom, measure.digits, frame.top, PlaceText(frame.left, axis),
                        PlaceText(frame.right, axis));
  return html;
}

size_t CountRuns(const std::vector<Setting>& settings) {
  size_t count = 0;
  for (const Setting& setting : settings) {
    count += setting.runs.size();
  }
  return count;
}

std::string Legend(const std::vector<Setting>& settings) {
  std::string html = "<ul>\n";
  for (size_t i = 0; i < settings.size(); ++i) {
    absl::StrAppendFormat(&html, "<li><span style=\"color:%s\">&#9632;</span> %s: %d run(s)</li>\n",
                          ColourOf(i), Escaped(settings[i].label), settings[i].runs.size());
  }
  return html + "</ul>\n";
}

Json PointJson(const CurvePoint& point) {
  return {{"at", point.at},
          {"value", point.estimate.value},
          {"low", point.estimate.low},
          {"high", point.estimate.high}};
}

}  // namespace

std::string DiagramHtml(const std::vector<Setting>& settings, Measure measure, Axis axis) {
  return Diagram(settings, *std::ranges::find(kMeasureTexts, measure, &MeasureText::measure),
                 *std::ranges::find(kAxisTexts, axis, &AxisText::axis));
}

std::string ComparisonText(const std::vector<Setting>& settings) {
  std::string text = absl::StrFormat("%d setting(s), %d run(s); means, 95 %% intervals\n",
                                     settings.size(), CountRuns(settings));
  for (const Setting& setting : settings) {
    absl::StrAppendFormat(&text, "  %d run(s) of %s\n", setting.runs.size(), setting.label);
  }
  for (const AxisText& axis : kAxisTexts) {
    for (const MeasureText& measure : kMeasureTexts) {
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
    for (const MeasureText& measure : kMeasureTexts) {
      for (const AxisText& axis : kAxisTexts) {
        Json points = Json::array();
        for (const CurvePoint& point : CurveOf(setting, measure.measure, axis.axis, kPoints)) {
          points.push_back(PointJson(point));
        }
        curves.push_back({{"measure", measure.name}, {"axis", axis.name}, {"points", points}});
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
      "ends.</p>\n";
  html += Legend(settings);
  for (const MeasureText& measure : kMeasureTexts) {
    for (const AxisText& axis : kAxisTexts) {
      html += Diagram(settings, measure, axis);
    }
  }
  return HtmlDocument({.title = "Runs compared"}, html);
}

}  // namespace kvintet::cli
