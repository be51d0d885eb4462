// Plots: diagrams of a page as SVG, readable in black and white, each with its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvintet::cli {

// What stands around a diagram.
struct PlotText {
  // Said aloud in place of the picture.
  std::string title = {};
  // Below it: how many, which interval.
  std::string caption = {};
};

// A value with its interval.
struct PlotRange {
  std::string label = {};
  double value = 0;
  double low = 0;
  double high = 0;
  // Filled marks are to be looked at.
  bool filled = true;
};

// A line of ranges below each other over [left, right]; `centre` is dashed, with a grey band of
// `margin` to either side.
struct ForestPlot {
  std::vector<PlotRange> rows = {};
  double left = 0;
  double right = 1;
  std::optional<double> centre = {};
  double margin = 0;
  // Behind each number.
  std::string unit = {};
  int digits = 1;
};
std::string ForestSvg(const ForestPlot& plot, const PlotText& text);

// A curve with a band over the places `x`; each of `faint` is a thin line.
struct BandPlot {
  std::vector<double> x = {};
  std::vector<double> value = {};
  std::vector<double> low = {};
  std::vector<double> high = {};
  std::vector<std::vector<std::pair<double, double>>> faint = {};
  std::optional<double> centre = {};
  double margin = 0;
  // Of the vertical axis; empty: as the values are.
  std::optional<std::pair<double, double>> range = {};
  std::string x_title = {};
  std::string y_title = {};
};
std::string BandSvg(const BandPlot& plot, const PlotText& text);

// How often each value, in at most 40 bars, with marks below at some values.
std::string HistogramSvg(const std::vector<double>& values,
                         const std::vector<std::pair<std::string, double>>& marks,
                         const PlotText& text);

// A bar for each count, with its share.
std::string BarsSvg(const std::vector<std::pair<std::string, int64_t>>& bars, const PlotText& text);

// Points in a square of equal axes from 0.
std::string ScatterSvg(const std::vector<std::pair<double, double>>& points,
                       const std::string& x_title, const std::string& y_title,
                       const PlotText& text);

// A cell of a board: its corners (x, y, x, y, ...; y runs up), its middle and a count.
struct HeatCell {
  std::vector<float> outline = {};
  float x = 0;
  float y = 0;
  int64_t count = 0;
};
// A name at the edge of a board.
struct HeatLabel {
  float x = 0;
  float y = 0;
  std::string text = {};
};
// Counts of cells as the board lies; empty where all are 0.
std::string HeatSvg(const std::vector<HeatCell>& cells, const std::vector<HeatLabel>& labels,
                    const PlotText& text);

}  // namespace kvintet::cli
