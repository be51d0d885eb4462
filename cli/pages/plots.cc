// Plots: see the header.
#include "cli/pages/plots.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/document.h"

namespace kvintet::cli {
namespace {

constexpr char kInk[] = "#1f4e96";
constexpr char kFaint[] = "#8fb0dd";
constexpr int kWidth = 640;
constexpr int kHeight = 220;
constexpr int kLeft = 48;
// Room for the label beside a mark.
constexpr int kLabelRoom = 90;
constexpr int kBottom = 30;
constexpr size_t kBars = 40;
// Room for a bar's name, and the length of a bar of 100 %.
constexpr int kBarLabels = 236;
constexpr int kBarRoom = 290;

// An HTML figure around a drawing of this size.
std::string Figure(int width, int height, const std::string& drawing, const PlotText& text) {
  return absl::StrCat(
      "<figure><svg class=\"plot\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\" "
      "viewBox=\"0 0 ",
      width, " ", height,
      // A small drawing is not enlarged.
      width < kWidth ? absl::StrCat("\" style=\"max-width:", width, "px") : "", "\"><title>",
      Escaped(text.title), "</title>", drawing, "</svg><figcaption><b>", Escaped(text.title),
      ".</b> ", Escaped(text.caption), "</figcaption></figure>\n");
}

std::string Text(double x, double y, const std::string& text, const char* anchor = "start") {
  return absl::StrFormat("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor,
                         Escaped(text));
}

std::string Line(double x1, double y1, double x2, double y2, const char* style) {
  return absl::StrFormat("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>", x1, y1, x2,
                         y2, style);
}

constexpr char kThin[] = "stroke=\"#888\"";
constexpr char kDashed[] = "stroke=\"#444\" stroke-dasharray=\"4 3\"";

// A range of values, mapped to the drawing.
struct Axes {
  double left = 0;
  double right = 1;
  double bottom = 0;
  double top = 1;

  double X(double x) const {
    return kLeft + (right > left ? (x - left) / (right - left) : 0.5) * (kWidth - kLeft - 12);
  }
  double Y(double y) const {
    return kHeight - kBottom -
           (top > bottom ? (y - bottom) / (top - bottom) : 0.5) * (kHeight - kBottom - 12);
  }
  // Short, without an exponent.
  static std::string EndText(double value) {
    return std::abs(value) < 1000 ? absl::StrFormat("%.3g", value) : absl::StrFormat("%.0f", value);
  }
  // The two axes, their end values and their titles.
  std::string Svg(const std::string& x_title, const std::string& y_title) const {
    std::string svg = Line(X(left), Y(bottom), X(right), Y(bottom), kThin) +
                      Line(X(left), Y(bottom), X(left), Y(top), kThin);
    svg += Text(X(left), kHeight - 14, absl::StrFormat("%.4g", left));
    svg += Text(X(right), kHeight - 14, absl::StrFormat("%.4g", right), "end");
    svg += Text(X((left + right) / 2), kHeight - 4, x_title, "middle");
    svg += Text(kLeft - 4, Y(bottom), EndText(bottom), "end");
    svg += Text(kLeft - 4, Y(top) + 8, EndText(top), "end");
    return svg + absl::StrFormat(
                     "<text transform=\"translate(12 %.1f) rotate(-90)\" "
                     "text-anchor=\"middle\">%s</text>",
                     Y((bottom + top) / 2), Escaped(y_title));
  }
};

std::string Points(const Axes& axes, const std::vector<double>& x, const std::vector<double>& y) {
  std::string points;
  for (size_t i = 0; i < x.size(); ++i) {
    absl::StrAppendFormat(&points, "%.1f,%.1f ", axes.X(x[i]), axes.Y(y[i]));
  }
  return points;
}

double Inside(double value, double low, double high) { return std::clamp(value, low, high); }

Axes AxesOf(const BandPlot& plot) {
  Axes axes = {.left = plot.x.front(), .right = plot.x.back()};
  axes.bottom = *std::ranges::min_element(plot.low);
  axes.top = *std::ranges::max_element(plot.high);
  if (plot.range) {
    std::tie(axes.bottom, axes.top) = *plot.range;
  }
  return axes;
}

std::string CentreSvg(const Axes& axes, double centre, double margin) {
  const double top = axes.Y(std::min(axes.top, centre + margin));
  const double bottom = axes.Y(std::max(axes.bottom, centre - margin));
  return absl::StrFormat(
             "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
             "fill=\"#e4e4e4\"/>",
             axes.X(axes.left), top, axes.X(axes.right) - axes.X(axes.left), bottom - top) +
         Line(axes.X(axes.left), axes.Y(centre), axes.X(axes.right), axes.Y(centre), kDashed);
}

}  // namespace

std::string ForestSvg(const ForestPlot& plot, const PlotText& text) {
  constexpr int kLabels = 230;
  constexpr int kRow = 24;
  const int height = static_cast<int>(plot.rows.size()) * kRow + 34;
  const auto x = [&](double value) {
    return kLabels + 20 +
           (Inside(value, plot.left, plot.right) - plot.left) / (plot.right - plot.left) *
               (kWidth - kLabels - 170);
  };
  std::string svg;
  if (plot.centre) {
    svg +=
        absl::StrFormat("<rect x=\"%.1f\" y=\"4\" width=\"%.1f\" height=\"%d\" fill=\"#e4e4e4\"/>",
                        x(*plot.centre - plot.margin),
                        x(*plot.centre + plot.margin) - x(*plot.centre - plot.margin), height - 26);
    svg += Line(x(*plot.centre), 4, x(*plot.centre), height - 22, kDashed);
  }
  for (size_t i = 0; i < plot.rows.size(); ++i) {
    const PlotRange& row = plot.rows[i];
    const double y = kRow * static_cast<double>(i) + 18;
    svg += Text(kLabels + 8, y + 4, row.label, "end");
    svg += Line(x(row.low), y, x(row.high), y,
                "stroke=\"#1f4e96\" stroke-width=\"3\" stroke-linecap=\"round\"");
    absl::StrAppendFormat(&svg,
                          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" stroke=\"%s\" "
                          "stroke-width=\"2\" fill=\"%s\"/>",
                          x(row.value), y, kInk, row.filled ? kInk : "#fff");
    svg += Text(kWidth - 4, y + 4,
                absl::StrFormat("%.*f%s [%.*f, %.*f]", plot.digits, row.value, plot.unit,
                                plot.digits, row.low, plot.digits, row.high),
                "end");
  }
  svg += Text(x(plot.left), height - 6, absl::StrFormat("%g%s", plot.left, plot.unit), "middle");
  svg += Text(x(plot.right), height - 6, absl::StrFormat("%g%s", plot.right, plot.unit), "middle");
  return Figure(kWidth, height, svg, text);
}

std::string BandSvg(const BandPlot& plot, const PlotText& text) {
  if (plot.x.empty()) {
    return "";
  }
  const Axes axes = AxesOf(plot);
  std::string svg = plot.centre ? CentreSvg(axes, *plot.centre, plot.margin) : "";
  std::vector<double> low = plot.low;
  std::vector<double> high = plot.high;
  for (size_t i = 0; i < low.size(); ++i) {
    low[i] = Inside(low[i], axes.bottom, axes.top);
    high[i] = Inside(high[i], axes.bottom, axes.top);
  }
  for (const auto& course : plot.faint) {
    std::string points;
    for (const auto& [x, y] : course) {
      absl::StrAppendFormat(&points, "%.1f,%.1f ", axes.X(x), axes.Y(y));
    }
    absl::StrAppendFormat(&svg,
                          "<polyline points=\"%s\" fill=\"none\" stroke=\"#999\" "
                          "stroke-width=\"0.5\" opacity=\"0.6\"/>",
                          points);
  }
  std::vector<double> back(plot.x.rbegin(), plot.x.rend());
  std::ranges::reverse(low);
  absl::StrAppend(&svg, "<polygon points=\"", Points(axes, plot.x, high), Points(axes, back, low),
                  "\" fill=\"", kFaint, "\" opacity=\"0.45\"/>");
  absl::StrAppend(&svg, "<polyline points=\"", Points(axes, plot.x, plot.value),
                  "\" fill=\"none\" stroke=\"", kInk, "\" stroke-width=\"2.5\"/>");
  return Figure(kWidth, kHeight, svg + axes.Svg(plot.x_title, plot.y_title), text);
}

std::string HistogramSvg(const std::vector<double>& values,
                         const std::vector<std::pair<std::string, double>>& marks,
                         const PlotText& text) {
  if (values.empty()) {
    return "";
  }
  const auto [least, most] = std::ranges::minmax_element(values);
  const double first = std::floor(*least);
  const double width = std::max(1.0, std::ceil((*most - first + 1) / static_cast<double>(kBars)));
  std::vector<int64_t> counts(static_cast<size_t>((*most - first) / width) + 1);
  for (const double value : values) {
    ++counts[static_cast<size_t>((value - first) / width)];
  }
  const Axes axes = {.left = first,
                     .right = first + width * static_cast<double>(counts.size()),
                     .bottom = 0,
                     .top = static_cast<double>(*std::ranges::max_element(counts))};
  std::string svg;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double x = axes.X(first + width * static_cast<double>(i));
    const double y = axes.Y(static_cast<double>(counts[i]));
    absl::StrAppendFormat(
        &svg, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x, y,
        std::max(1.0, axes.X(first + width) - axes.X(first) - 1), axes.Y(0) - y, kFaint);
  }
  double y = 10;
  for (const auto& [name, value] : marks) {
    const double x = axes.X(value);
    const std::string label = absl::StrFormat("%s: %.0f", name, value);
    svg += Line(x, 4, x, axes.Y(0), kDashed);
    // On the side that has room.
    svg += x > kWidth - kLabelRoom ? Text(x - 3, y, label, "end") : Text(x + 3, y, label);
    y += 13;
  }
  return Figure(kWidth, kHeight, svg + axes.Svg("moves of both sides", "games"), text);
}

std::string BarsSvg(const std::vector<std::pair<std::string, int64_t>>& bars,
                    const PlotText& text) {
  int64_t total = 0;
  for (const auto& [name, count] : bars) {
    total += count;
  }
  std::string svg;
  double y = 18;
  for (const auto& [name, count] : bars) {
    const double share =
        static_cast<double>(count) / static_cast<double>(std::max<int64_t>(1, total));
    svg += Text(kBarLabels - 6, y + 4, name, "end");
    absl::StrAppendFormat(&svg,
                          "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"14\" fill=\"%s\" "
                          "stroke=\"%s\"/>",
                          kBarLabels, y - 7, kBarRoom * share, kFaint, kInk);
    svg += Text(kBarLabels + 6 + kBarRoom * share, y + 4,
                absl::StrFormat("%d (%.1f %%)", count, 100 * share));
    y += 22;
  }
  return Figure(kWidth, static_cast<int>(y), svg, text);
}

std::string ScatterSvg(const std::vector<std::pair<double, double>>& points,
                       const std::string& x_title, const std::string& y_title,
                       const PlotText& text) {
  if (points.empty()) {
    return "";
  }
  Axes axes;
  for (const auto& [x, y] : points) {
    axes.right = std::max({axes.right, x, y});
  }
  axes.top = axes.right;
  std::string svg = Line(axes.X(0), axes.Y(0), axes.X(axes.right), axes.Y(axes.top), kDashed);
  for (const auto& [x, y] : points) {
    absl::StrAppendFormat(&svg,
                          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" opacity=\"0.6\"/>",
                          axes.X(x), axes.Y(y), kInk);
  }
  return Figure(kWidth, kHeight, svg + axes.Svg(x_title, y_title), text);
}

namespace {

// What a heat map covers, in the board's units.
struct Extent {
  double left = 1e9;
  double right = -1e9;
  double low = 1e9;
  double high = -1e9;

  void Add(double x, double y) {
    left = std::min(left, x);
    right = std::max(right, x);
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

Extent ExtentOf(const std::vector<HeatCell>& cells, const std::vector<HeatLabel>& labels) {
  constexpr double kLabelReach = 0.4;
  Extent extent;
  for (const HeatCell& cell : cells) {
    for (size_t i = 0; i + 1 < cell.outline.size(); i += 2) {
      extent.Add(static_cast<double>(cell.outline[i]), static_cast<double>(cell.outline[i + 1]));
    }
  }
  for (const HeatLabel& label : labels) {
    for (const double reach : {-kLabelReach, kLabelReach}) {
      extent.Add(static_cast<double>(label.x) + reach, static_cast<double>(label.y) + reach);
    }
  }
  return extent;
}

}  // namespace

std::string HeatSvg(const std::vector<HeatCell>& cells, const std::vector<HeatLabel>& labels,
                    const PlotText& text) {
  const int64_t most =
      cells.empty() ? 0 : std::ranges::max_element(cells, {}, &HeatCell::count)->count;
  if (most == 0) {
    return "";
  }
  const Extent extent = ExtentOf(cells, labels);
  // Width of a cell of one unit; less if the board is larger than the page.
  constexpr double kUnit = 34;
  const double unit = std::min(kUnit, kWidth / (extent.right - extent.left));
  const auto x = [&](double at) { return (at - extent.left) * unit; };
  const auto y = [&](double at) { return (extent.high - at) * unit; };
  std::string svg;
  for (const HeatCell& cell : cells) {
    const double share = static_cast<double>(cell.count) / static_cast<double>(most);
    std::string corners;
    for (size_t i = 0; i + 1 < cell.outline.size(); i += 2) {
      absl::StrAppendFormat(&corners, "%.1f,%.1f ", x(static_cast<double>(cell.outline[i])),
                            y(static_cast<double>(cell.outline[i + 1])));
    }
    absl::StrAppendFormat(&svg,
                          "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"%.3f\" "
                          "stroke=\"#bbb\"/>",
                          corners, kInk, share);
    if (cell.count > 0) {
      absl::StrAppendFormat(&svg,
                            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"9\" "
                            "fill=\"%s\">%.0f</text>",
                            x(static_cast<double>(cell.x)), y(static_cast<double>(cell.y)) + 3,
                            share > 0.55 ? "#fff" : "#222", 100 * share);
    }
  }
  for (const HeatLabel& label : labels) {
    svg += Text(x(static_cast<double>(label.x)), y(static_cast<double>(label.y)) + 4, label.text,
                "middle");
  }
  return Figure(static_cast<int>(std::ceil(x(extent.right))),
                static_cast<int>(std::ceil(y(extent.low))), svg, text);
}

}  // namespace kvintet::cli
