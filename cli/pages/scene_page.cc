// ScenePage: see the header.
#include "cli/pages/scene_page.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "base/reports/json.h"
#include "cli/pages/document.h"
#include "cli/pages/embedded.h"
#include "envs/drawing/paint.h"

namespace kvintet::cli {
namespace {

using envs::Paint;
using envs::Scene;
using envs::Shape;
using envs::ShapeKind;

std::string Colour(Paint paint) {
  return paint == Paint::kNone ? "none" : absl::StrFormat("#%06x", envs::RgbOf(paint));
}

// SVG's y points down, a scene's up.
double Down(const Scene& scene, float y) { return scene.max_y - y; }
double Right(const Scene& scene, float x) { return x - scene.min_x; }

std::string PaintText(const Shape& shape) {
  return absl::StrFormat("fill=\"%s\" stroke=\"%s\" stroke-width=\"0.04\"", Colour(shape.fill),
                         Colour(shape.stroke));
}

std::string ShapeText(const Scene& scene, const Shape& shape) {
  const std::vector<float>& points = shape.points;
  if (shape.kind == ShapeKind::kPolygon) {
    std::string corners;
    for (size_t i = 0; i + 1 < points.size(); i += 2) {
      absl::StrAppendFormat(&corners, "%g,%g ", Right(scene, points[i]),
                            Down(scene, points[i + 1]));
    }
    return absl::StrFormat("<polygon points=\"%s\" %s/>\n", corners, PaintText(shape));
  }
  if (shape.kind == ShapeKind::kDisc && points.size() >= 3) {
    return absl::StrFormat("<circle cx=\"%g\" cy=\"%g\" r=\"%g\" %s/>\n", Right(scene, points[0]),
                           Down(scene, points[1]), points[2], PaintText(shape));
  }
  if (shape.kind == ShapeKind::kLabel && points.size() >= 2) {
    return absl::StrFormat(
        "<text x=\"%g\" y=\"%g\" font-size=\"0.45\" text-anchor=\"middle\" "
        "dominant-baseline=\"central\" fill=\"%s\">%s</text>\n",
        Right(scene, points[0]), Down(scene, points[1]), Colour(envs::LabelPaint(shape)),
        Escaped(shape.text));
  }
  return "";
}

// A table of distinct shapes, since most of a board is the same at every step.
class ShapeTable {
 public:
  // The indices of a scene's shapes in the table.
  Json Numbers(const Scene& scene) {
    Json numbers = Json::array();
    for (const Shape& shape : scene.shapes) {
      const std::string text = ShapeText(scene, shape);
      if (text.empty()) {
        continue;
      }
      const auto [entry, fresh] = numbers_.try_emplace(text, shapes_.size());
      if (fresh) {
        shapes_.push_back(text);
      }
      numbers.push_back(entry->second);
    }
    return numbers;
  }
  const Json& Shapes() const { return shapes_; }

 private:
  std::map<std::string, size_t> numbers_;
  Json shapes_ = Json::array();
};

std::string ViewBox(const Scene& scene) {
  return absl::StrFormat("-0.5 -0.5 %g %g", scene.max_x - scene.min_x + 1,
                         scene.max_y - scene.min_y + 1);
}

// The data for the script, with "</" escaped, since the end tag of a script must not occur in it.
std::string DataText(const ScenePage& page) {
  ShapeTable table;
  Json steps = Json::array();
  for (const PageStep& step : page.steps) {
    Json pictures = Json::array();
    for (const Scene& scene : step.scenes) {
      pictures.push_back({ViewBox(scene), scene.caption, table.Numbers(scene)});
    }
    steps.push_back({step.event, pictures});
  }
  const std::string text = ToJsonLine({{"shapes", table.Shapes()}, {"steps", steps}});
  return absl::StrReplaceAll(text, {{"</", "<\\/"}});
}

std::string FigureText(const std::string& viewer, const Scene& scene) {
  std::string svg = absl::StrCat("<figure><svg viewBox=\"", ViewBox(scene), "\">\n");
  for (const Shape& shape : scene.shapes) {
    svg += ShapeText(scene, shape);
  }
  absl::StrAppend(&svg, "</svg><figcaption><b>", Escaped(viewer), "</b> <span>",
                  Escaped(scene.caption), "</span></figcaption></figure>\n");
  return svg;
}

}  // namespace

std::string ToHtml(const ScenePage& page) {
  std::string html = "<div id=\"boards\">\n";
  for (size_t i = 0; i < page.viewers.size(); ++i) {
    html += FigureText(page.viewers[i], page.steps.back().scenes[i]);
  }
  html += "</div>\n<ol class=\"events\">\n";
  for (size_t i = 1; i < page.steps.size(); ++i) {
    absl::StrAppend(&html, "<li><button>", i, ". ", Escaped(page.steps[i].event),
                    "</button></li>\n");
  }
  absl::StrAppend(&html, "</ol>\n<p>", Escaped(page.end),
                  "</p>\n<script id=\"game\" type=\"application/json\">", DataText(page),
                  "</script>\n");
  return HtmlDocument({.title = page.title, .script = kSceneJs}, html);
}

}  // namespace kvintet::cli
