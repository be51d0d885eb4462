// Plots: see the header; the curves are in curves.cc.
#include "cli/pages/plots.h"

#include <algorithm>
#include <cmath>

#include "cli/words/number_text.h"

namespace kvintet::cli {

std::string ForestSvg(const ForestPlot& plot, const PlotText& text) {
  constexpr int kLabels = 230;
  constexpr int kRow = 24;
  const int height = static_cast<int>(plot.rows.size()) * kRow + 34;
  const auto x = [&](double value) {
    return kLabels + 20 +
           (std::clamp(value, plot.left, plot.right) - plot.left) / (plot.right - plot.left) *
               (kPlotWidth - kLabels - 170);
  };
  std::string svg;
  if (plot.centre) {
    const double left = x(*plot.centre - plot.margin);
    svg += Rectangle(left, 4, x(*plot.centre + plot.margin) - left, height - 26, kGrey);
    svg += Line(x(*plot.centre), 4, x(*plot.centre), height - 22, kDashed);
  }
  for (size_t i = 0; i < plot.rows.size(); ++i) {
    const PlotRange& row = plot.rows[i];
    const double y = kRow * static_cast<double>(i) + 18;
    const std::string ink = absl::StrFormat("stroke=\"%s\" stroke-linecap=\"round\" ", kInk);
    svg += Text(kLabels + 8, y + 4, row.label, "end");
    svg += Line(x(row.low), y, x(row.high), y, ink + "stroke-width=\"3\"");
    svg +=
        Circle(x(row.value), y, 5,
               absl::StrCat(ink, "stroke-width=\"2\" fill=\"", row.filled ? kInk : "#fff", "\""));
    svg += Text(kPlotWidth - 4, y + 4,
                IntervalText(row.value, row.low, row.high, plot.digits, plot.unit), "end");
  }
  for (const double end : {plot.left, plot.right}) {
    svg += Text(x(end), height - 6, absl::StrFormat("%g%s", end, plot.unit), "middle");
  }
  return SvgFigure({.svg = svg, .height = height}, text);
}

std::string HistogramSvg(const std::vector<double>& values,
                         const std::vector<std::pair<std::string, double>>& marks,
                         const PlotText& text) {
  constexpr double kBars = 40;
  if (values.empty()) {
    return "";
  }
  const auto [least, most] = std::ranges::minmax(values);
  const double first = std::floor(least);
  const double width = std::max(1.0, std::ceil((most - first + 1) / kBars));
  std::vector<double> counts(static_cast<size_t>((most - first) / width) + 1);
  for (const double value : values) {
    ++counts[static_cast<size_t>((value - first) / width)];
  }
  // The outline of the bars, with the bars as its band.
  PlotCurve bars = {.points = {{.x = first}}};
  for (const double count : counts) {
    const double x = bars.points.back().x;
    bars.points.insert(bars.points.end(), {{x, count, 0, count}, {x + width, count, 0, count}});
  }
  return CurvesSvg({.x = {.title = "moves of both sides",
                          .least_step = 1,
                          .number = [](double x) { return NumberText(x, 0); }},
                    .y = {.title = "games", .least_step = 1},
                    .curves = {bars},
                    .marks = marks},
                   text);
}

std::string BarsSvg(const std::vector<std::pair<std::string, int64_t>>& bars,
                    const PlotText& text) {
  // Room for a bar's name, and the length of a bar of 100 %.
  constexpr int kNames = 236;
  constexpr int kRoom = 290;
  double total = 0;
  for (const auto& [name, count] : bars) {
    total += static_cast<double>(count);
  }
  std::string svg;
  int y = 18;
  for (const auto& [name, count] : bars) {
    const double share = static_cast<double>(count) / std::max(1.0, total);
    svg += Text(kNames - 6, y + 4, name, "end");
    svg += Rectangle(kNames, y - 7, kRoom * share, 14,
                     absl::StrFormat("fill=\"#8fb0dd\" stroke=\"%s\"", kInk));
    svg += Text(kNames + 6 + kRoom * share, y + 4,
                absl::StrFormat("%d (%.1f %%)", count, 100 * share));
    y += 22;
  }
  return SvgFigure({.svg = svg, .height = y}, text);
}

namespace {

// The corners of what a drawing of the board must show.
Places CornersOf(const arena::BoardUse& board) {
  constexpr float kLabelReach = 0.4f;
  Places all;
  for (const arena::BoardCell& cell : board.cells) {
    std::ranges::copy(PlacesOf(cell.outline), std::back_inserter(all));
  }
  for (const arena::BoardLabel& label : board.labels) {
    all.emplace_back(label.x - kLabelReach, label.y - kLabelReach);
    all.emplace_back(label.x + kLabelReach, label.y + kLabelReach);
  }
  return all;
}

}  // namespace

std::string HeatSvg(const arena::BoardUse& board, const PlotText& text) {
  // Width of a cell of one unit; less if the board is larger than the page.
  constexpr double kUnit = 34;
  const int64_t most =
      board.cells.empty() ? 0 : std::ranges::max(board.cells, {}, &arena::BoardCell::taken).taken;
  if (most == 0) {
    return "";
  }
  const Places corners = CornersOf(board);
  const auto xs = std::ranges::minmax(corners, {}, &Places::value_type::first);
  const auto ys = std::ranges::minmax(corners, {}, &Places::value_type::second);
  const double width = xs.max.first - xs.min.first;
  const double unit = std::min(kUnit, kPlotWidth / width);
  const auto x = [&](double at) { return (at - xs.min.first) * unit; };
  const auto y = [&](double at) { return (ys.max.second - at) * unit; };
  std::string svg;
  for (const arena::BoardCell& cell : board.cells) {
    const double share = static_cast<double>(cell.taken) / static_cast<double>(most);
    Places outline = PlacesOf(cell.outline);
    for (auto& [right, up] : outline) {
      right = x(right);
      up = y(up);
    }
    svg +=
        Through("polygon", outline,
                absl::StrFormat("fill=\"%s\" fill-opacity=\"%.3f\" stroke=\"#bbb\"", kInk, share));
    if (cell.taken > 0) {
      svg += Text(x(cell.x), y(cell.y) + 3, absl::StrFormat("%.0f", 100 * share), "middle",
                  share > 0.55 ? "fill=\"#fff\"" : "fill=\"#222\"");
    }
  }
  for (const arena::BoardLabel& label : board.labels) {
    svg += Text(x(label.x), y(label.y) + 4, label.text, "middle");
  }
  return SvgFigure({.svg = svg,
                    .width = static_cast<int>(std::ceil(x(xs.max.first))),
                    .height = static_cast<int>(std::ceil(y(ys.min.second)))},
                   text);
}

}  // namespace kvintet::cli
