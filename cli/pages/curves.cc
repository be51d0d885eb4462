// The curves of plots.h.
#include <algorithm>
#include <array>
#include <cmath>

#include "cli/pages/plots.h"

namespace kvintet::cli {
namespace {

// The colours and dashes of several curves.
constexpr std::array<const char*, 8> kColours = {kInk,      "#d1495b", "#3a8f5c", "#e08e1b",
                                                 "#7b4ea3", "#4f8a8b", "#a0522d", "#555555"};
constexpr std::array<const char*, 4> kDashes = {"none", "10 4", "2 4", "10 4 2 4"};
constexpr std::array<double, 3> kFactors = {1, 2, 5};
constexpr char kGrid[] = "stroke=\"#ddd\"";
// The plot inside the axes, and the room below it.
constexpr int kLeft = 76;
constexpr int kRight = kPlotWidth - 24;
constexpr int kTop = 12;
constexpr int kBelow = 40;
constexpr int kLegendRow = 16;
// Room for the label beside a mark.
constexpr int kLabelRoom = 90;
// The share of an axis beside its ends that has no other numbers.
constexpr double kEndShare = 0.12;

// How far along an axis a value lies, from 0 to 1. REQUIRES: the axis has a range.
double ShareOf(const PlotAxis& axis, double value) {
  const auto place = [&](double at) {
    return axis.logarithmic ? std::log10(std::max(at, 1.0)) : at;
  };
  const double low = place(axis.range->first);
  const double high = place(axis.range->second);
  return low < high ? std::clamp((place(value) - low) / (high - low), 0.0, 1.0) : 0.5;
}

// The ends of an axis and, between them, multiples of a round step or, on a logarithmic axis,
// powers of ten; 2 and 5 times these as well if the axis is short.
std::vector<double> NumbersOf(const PlotAxis& axis) {
  const auto [low, high] = *axis.range;
  if (low == high) {
    return {low};
  }
  const double power = std::pow(10.0, std::floor(std::log10(high - low)));
  const double times = (high - low) / power;
  const double round = power * (times > 5 ? 2 : times > 2.5 ? 1 : times > 1 ? 0.5 : 0.2);
  const double step = std::max(round, axis.least_step);
  std::vector<double> numbers = {low};
  double number = low;
  const int stride = axis.logarithmic && high >= 100 * low ? 3 : 1;
  for (double i = axis.logarithmic ? 0 : std::ceil(low / step); number < high; i += stride) {
    number = axis.logarithmic
                 ? kFactors[static_cast<size_t>(i) % 3] * std::pow(10.0, std::floor(i / 3))
                 : i * step;
    if (const double share = ShareOf(axis, number); share > kEndShare && share < 1 - kEndShare) {
      numbers.push_back(number);
    }
  }
  numbers.push_back(high);
  return numbers;
}

// A number as its axis writes it; otherwise without the digits that hardly show in the plot.
std::string NumberOf(const PlotAxis& axis, double number) {
  if (axis.number != nullptr) {
    return axis.number(number);
  }
  const double range = axis.range->second - axis.range->first;
  const double unit = std::min(1.0, std::pow(10.0, std::floor(std::log10(range)) - 2));
  const double shown = range > 0 ? std::round(number / unit) * unit + 0.0 : number;
  return std::abs(shown) < 1e6 ? absl::StrCat(shown) : absl::StrFormat("%.0f", shown);
}

// The axis with the range of these values unless it has one.
PlotAxis Ranged(PlotAxis axis, const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  axis.range = axis.range.value_or(std::pair(least, most));
  return axis;
}

// Two axes, which map values to places in the drawing.
struct Axes {
  PlotAxis x = {};
  PlotAxis y = {};
  double bottom = 0;

  double X(double value) const { return kLeft + ShareOf(x, value) * (kRight - kLeft); }
  double Y(double value) const { return bottom - ShareOf(y, value) * (bottom - kTop); }
  // With the ranges in words, since a screen reader does not read the numbers.
  std::string Svg() const {
    std::string svg = "<desc>";
    for (const PlotAxis* const axis : {&y, &x}) {
      absl::StrAppend(&svg, Escaped(axis->title), axis->title.empty() ? "" : ": ",
                      NumberOf(*axis, axis->range->first), " to ",
                      NumberOf(*axis, axis->range->second), ". ");
    }
    svg += "</desc>";
    for (const double number : NumbersOf(x)) {
      const double at = X(number);
      svg += Line(at, kTop, at, bottom, kGrid);
      svg += Text(at, bottom + 17, NumberOf(x, number), "middle");
    }
    for (const double number : NumbersOf(y)) {
      svg += Line(kLeft, Y(number), kRight, Y(number), kGrid);
      svg += Text(kLeft - 4, Y(number) + 4, NumberOf(y, number), "end");
    }
    svg += Text((kLeft + kRight) / 2.0, bottom + 32, x.title, "middle");
    return svg + Text(12, bottom / 2, y.title, "middle",
                      absl::StrFormat("transform=\"rotate(-90 12 %g)\"", bottom / 2));
  }
};

Axes AxesOf(const CurvesPlot& plot) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const PlotCurve& curve : plot.curves) {
    for (const PlotPoint& point : curve.points) {
      xs.push_back(point.x);
      ys.insert(ys.end(), {point.value, point.low, point.high});
    }
  }
  for (const auto& [x, y] : plot.dots) {
    xs.push_back(x);
    ys.push_back(y);
  }
  for (const PlotLevel& level : plot.levels) {
    ys.push_back(level.value);
  }
  return {Ranged(plot.x, xs), Ranged(plot.y, ys), static_cast<double>(plot.height - kBelow)};
}

std::string CurveSvg(const PlotCurve& curve, const Axes& axes, const char* colour,
                     const std::string& stroke) {
  Places line;
  Places upper;
  Places lower;
  for (const PlotPoint& point : curve.points) {
    const double x = axes.X(point.x);
    line.emplace_back(x, axes.Y(point.value));
    upper.emplace_back(x, axes.Y(point.high));
    lower.emplace_back(x, axes.Y(point.low));
  }
  const std::string fill = absl::StrFormat("fill=\"%s\" ", colour);
  std::string svg;
  if (upper != lower) {
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    svg += Through("polygon", upper, fill + "opacity=\"0.2\"");
  }
  svg += Through("polyline", line, "fill=\"none\" " + stroke);
  return line.size() == 1 ? svg + Circle(line[0].first, line[0].second, 4, fill) : svg;
}

// What lies below the curves: grey bands, the axes, and faint lines.
std::string BackgroundSvg(const CurvesPlot& plot, const Axes& axes) {
  std::string svg;
  for (const PlotLevel& level : plot.levels) {
    const double top = axes.Y(level.value + level.margin);
    svg += Rectangle(kLeft, top, kRight - kLeft, axes.Y(level.value - level.margin) - top, kGrey);
  }
  svg += axes.Svg();
  for (const Places& line : plot.faint) {
    Places places;
    for (const auto& [x, y] : line) {
      places.emplace_back(axes.X(x), axes.Y(y));
    }
    svg += Through("polyline", places, "fill=\"none\" stroke=\"#999\" stroke-width=\"0.5\"");
  }
  return svg;
}

// What lies above the curves: dots and dashed lines.
std::string ForegroundSvg(const CurvesPlot& plot, const Axes& axes) {
  std::string svg;
  for (const auto& [x, y] : plot.dots) {
    svg += Circle(axes.X(x), axes.Y(y), 3, absl::StrFormat("fill=\"%s\" opacity=\"0.6\"", kInk));
  }
  for (const PlotLevel& level : plot.levels) {
    const double y = axes.Y(level.value);
    svg += Line(kLeft, y, kRight, y, kDashed) + Text(kRight - 4, y - 4, level.label, "end");
  }
  double y = kTop - 2;
  for (const auto& [label, at] : plot.marks) {
    // The label is on the side that has room.
    const double x = axes.X(at);
    const bool right = x < kPlotWidth - kLabelRoom;
    svg += Line(x, kTop, x, axes.bottom, kDashed);
    svg += Text(right ? x + 3 : x - 3, y += 13, absl::StrCat(label, ": ", NumberOf(axes.x, at)),
                right ? "start" : "end");
  }
  return svg;
}

}  // namespace

Drawing DrawCurves(const CurvesPlot& plot) {
  const Axes axes = AxesOf(plot);
  Drawing drawing = {.svg = BackgroundSvg(plot, axes), .height = plot.height};
  for (size_t i = 0; i < plot.curves.size(); ++i) {
    const PlotCurve& curve = plot.curves[i];
    if (curve.points.empty()) {
      continue;
    }
    const char* const colour = kColours[i % kColours.size()];
    const std::string stroke =
        absl::StrFormat("stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\"", colour,
                        kDashes[i % kDashes.size()]);
    drawing.svg += CurveSvg(curve, axes, colour, stroke);
    if (!curve.label.empty()) {
      const double y = drawing.height + kLegendRow / 2.0;
      drawing.svg += Line(kLeft, y, kLeft + 40, y, stroke) + Text(kLeft + 46, y + 4, curve.label);
      drawing.height += kLegendRow;
    }
  }
  drawing.svg += ForegroundSvg(plot, axes);
  return drawing;
}

std::string CurvesSvg(const CurvesPlot& plot, const PlotText& text) {
  const bool shows =
      !plot.dots.empty() ||
      std::ranges::any_of(plot.curves, [](const PlotCurve& one) { return !one.points.empty(); });
  return shows ? SvgFigure(DrawCurves(plot), text) : "";
}

}  // namespace kvintet::cli
