// Svg: the elements of which plots consist, and the frames around them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/document.h"

namespace kvintet::cli {

// The text around a plot.
struct PlotText {
  // Also read aloud by screen readers in place of the picture.
  std::string title = {};
  // Shown below the plot: the number of samples and the kind of interval.
  std::string caption = {};
};

inline constexpr char kInk[] = "#1f4e96";
inline constexpr char kDashed[] = "stroke=\"#444\" stroke-dasharray=\"4 3\"";
inline constexpr char kGrey[] = "fill=\"#e4e4e4\"";
inline constexpr int kPlotWidth = 640;

// Places as x and y; in a drawing, y points down.
using Places = std::vector<std::pair<double, double>>;

// Places from x, y, x, y, ...
inline Places PlacesOf(const std::vector<float>& numbers) {
  Places places;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    places.emplace_back(numbers[i], numbers[i + 1]);
  }
  return places;
}

// Elements; `style` has further attributes.
inline std::string Text(double x, double y, const std::string& text, const char* anchor = "start",
                        const std::string& style = "") {
  return absl::StrFormat("<text x=\"%.4g\" y=\"%.4g\" %s text-anchor=\"%s\">%s</text>", x, y, style,
                         anchor, Escaped(text));
}
inline std::string Line(double x1, double y1, double x2, double y2, const std::string& style) {
  return absl::StrFormat("<line x1=\"%.4g\" y1=\"%.4g\" x2=\"%.4g\" y2=\"%.4g\" %s/>", x1, y1, x2,
                         y2, style);
}
inline std::string Rectangle(double x, double y, double width, double height,
                             const std::string& style) {
  return absl::StrFormat("<rect x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4g\" %s/>", x, y,
                         width, height, style);
}
inline std::string Circle(double x, double y, double radius, const std::string& style) {
  return absl::StrFormat("<circle cx=\"%.4g\" cy=\"%.4g\" r=\"%g\" %s/>", x, y, radius, style);
}
// A polyline or a polygon.
inline std::string Through(const char* element, const Places& places, const std::string& style) {
  std::string points;
  for (const auto& [x, y] : places) {
    absl::StrAppendFormat(&points, "%.4g,%.4g ", x, y);
  }
  return absl::StrCat("<", element, " points=\"", points, "\" ", style, "/>");
}

// Elements and the size that they take.
struct Drawing {
  std::string svg = {};
  int width = kPlotWidth;
  int height = 220;
};

// A picture of the drawing with this room above and below it.
inline std::string Picture(const Drawing& drawing, int room, const std::string& title,
                           const std::string& attributes) {
  return absl::StrFormat(
      "<svg %s viewBox=\"0 %d %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">"
      "<title>%s</title>%s</svg>",
      attributes, -room, drawing.width, drawing.height + 2 * room, Escaped(title), drawing.svg);
}
// A figure of a page, which enlarges the drawing by at most a quarter.
inline std::string SvgFigure(const Drawing& drawing, const PlotText& text) {
  const std::string attributes =
      absl::StrCat("class=\"plot\" style=\"max-width:", drawing.width * 5 / 4, "px\"");
  return absl::StrCat("<figure>", Picture(drawing, 0, text.title, attributes), "<figcaption><b>",
                      Escaped(text.title), ".</b> ", Escaped(text.caption),
                      "</figcaption></figure>\n");
}
// A file of its own.
inline std::string SvgFile(Drawing drawing, const PlotText& text) {
  constexpr int kLine = 24;
  drawing.svg = absl::StrCat(
      "<rect y=\"", -kLine, "\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
      Text(kLine, -8, text.title), drawing.svg, Text(kLine, drawing.height + 12, text.caption));
  return Picture(drawing, kLine, text.title, "xmlns=\"http://www.w3.org/2000/svg\"") + "\n";
}

}  // namespace kvintet::cli
