// Plots: SVG diagrams for a page, readable in black and white, each with a title and a caption.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/balance/study/board_use.h"
#include "cli/pages/svg.h"

namespace kvintet::cli {

// A value with its interval.
struct PlotRange {
  std::string label = {};
  double value = 0;
  double low = 0;
  double high = 0;
  // A filled mark calls for attention.
  bool filled = true;
};

// A column of ranges over [left, right]. `centre` is a dashed line, with a grey band of `margin` to
// either side.
struct ForestPlot {
  std::vector<PlotRange> rows = {};
  double left = 0;
  double right = 1;
  std::optional<double> centre = {};
  double margin = 0;
  // Printed after each number.
  std::string unit = {};
  int digits = 1;
};
std::string ForestSvg(const ForestPlot& plot, const PlotText& text);

// An axis with numbers at its ends and at round places between them.
struct PlotAxis {
  std::string title = {};
  // The ends, to which values beyond them are moved; empty: the least and the greatest value.
  std::optional<std::pair<double, double>> range = {};
  // The least step from one number to the next, such as 1 for counts.
  double least_step = 0;
  // A logarithmic axis shows values below 1 as 1.
  bool logarithmic = false;
  // Writes a number; empty: with the digits in which the numbers differ.
  std::string (*number)(double) = nullptr;
};
// A value at the place `x` of a curve, with its interval.
struct PlotPoint {
  double x = 0;
  double value = 0;
  double low = 0;
  double high = 0;
};
// A curve with a band between the ends of the intervals, if there are any.
struct PlotCurve {
  // In the legend; empty: not in it.
  std::string label = {};
  // In the order of x.
  std::vector<PlotPoint> points = {};
};
// A dashed line across the plot, with a grey band of `margin` to either side.
struct PlotLevel {
  std::string label = {};
  double value = 0;
  double margin = 0;
};
// Curves over the same axes. A curve's place in `curves` determines its colour and its dashes.
struct CurvesPlot {
  PlotAxis x = {};
  PlotAxis y = {};
  std::vector<PlotCurve> curves = {};
  std::vector<PlotLevel> levels = {};
  // Labels and places of dashed lines from the top to the bottom; the place follows the label.
  std::vector<std::pair<std::string, double>> marks = {};
  // Single points, and thin grey lines.
  Places dots = {};
  std::vector<Places> faint = {};
  int height = Drawing().height;
};
// REQUIRES: there is a point or a dot.
Drawing DrawCurves(const CurvesPlot& plot);
// Empty if there is no point and no dot.
std::string CurvesSvg(const CurvesPlot& plot, const PlotText& text);

// A histogram of the values in at most 40 bars, with labelled marks at some values.
std::string HistogramSvg(const std::vector<double>& values,
                         const std::vector<std::pair<std::string, double>>& marks,
                         const PlotText& text);

// A bar for each count, labelled with the count and its share.
std::string BarsSvg(const std::vector<std::pair<std::string, int64_t>>& bars, const PlotText& text);

// A heat map of the actions taken in each cell, in the shape of the board; empty if there are none.
std::string HeatSvg(const arena::BoardUse& board, const PlotText& text);

}  // namespace kvintet::cli
