// Plots: SVG diagrams for a page, readable in black and white, each with a title and a caption.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvintet::cli {

// The text around a diagram.
struct PlotText {
  // Also read aloud by screen readers in place of the picture.
  std::string title = {};
  // Shown below the diagram: the number of samples and the kind of interval.
  std::string caption = {};
};

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

// A curve with a band over the places `x`; each element of `faint` is drawn as a thin line.
struct BandPlot {
  std::vector<double> x = {};
  std::vector<double> value = {};
  std::vector<double> low = {};
  std::vector<double> high = {};
  std::vector<std::vector<std::pair<double, double>>> faint = {};
  std::optional<double> centre = {};
  double margin = 0;
  // Range of the vertical axis; empty: that of the values.
  std::optional<std::pair<double, double>> range = {};
  std::string x_title = {};
  std::string y_title = {};
};
std::string BandSvg(const BandPlot& plot, const PlotText& text);

// A histogram of the values in at most 40 bars, with labelled marks at some values.
std::string HistogramSvg(const std::vector<double>& values,
                         const std::vector<std::pair<std::string, double>>& marks,
                         const PlotText& text);

// A bar for each count, labelled with the count and its share.
std::string BarsSvg(const std::vector<std::pair<std::string, int64_t>>& bars, const PlotText& text);

// Points in a plot whose two axes have the same range, from 0.
std::string ScatterSvg(const std::vector<std::pair<double, double>>& points,
                       const std::string& x_title, const std::string& y_title,
                       const PlotText& text);

// A cell of a board: its corners (x, y, x, y, ...; y points up), its centre and a count.
struct HeatCell {
  std::vector<float> outline = {};
  float x = 0;
  float y = 0;
  int64_t count = 0;
};
// A label at the edge of a board.
struct HeatLabel {
  float x = 0;
  float y = 0;
  std::string text = {};
};
// A heat map of the counts in the shape of the board; empty if all counts are 0.
std::string HeatSvg(const std::vector<HeatCell>& cells, const std::vector<HeatLabel>& labels,
                    const PlotText& text);

}  // namespace kvintet::cli
