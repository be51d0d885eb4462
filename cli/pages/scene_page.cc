// ScenePage: see the header.
#include "cli/pages/scene_page.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "base/reports/json.h"
#include "cli/pages/document.h"
#include "cli/pages/embedded.h"
#include "cli/pages/svg.h"
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

// Empty for a shape that lacks points.
std::string ShapeText(const Scene& scene, const Shape& shape) {
  Places places = PlacesOf(shape.points);
  if (places.empty()) {
    return "";
  }
  // SVG's y points down, a scene's up.
  for (auto& [x, y] : places) {
    x -= scene.min_x;
    y = scene.max_y - y;
  }
  const auto [x, y] = places[0];
  const std::string paint = absl::StrFormat("fill=\"%s\" stroke=\"%s\" stroke-width=\"0.04\"",
                                            Colour(shape.fill), Colour(shape.stroke));
  if (shape.kind == ShapeKind::kPolygon) {
    return Through("polygon", places, paint);
  }
  if (shape.kind == ShapeKind::kDisc && shape.points.size() >= 3) {
    return Circle(x, y, shape.points[2], paint);
  }
  if (shape.kind == ShapeKind::kLabel) {
    return Text(x, y, shape.text, "middle",
                absl::StrFormat("font-size=\"0.45\" dominant-baseline=\"central\" fill=\"%s\"",
                                Colour(envs::LabelPaint(shape))));
  }
  return "";
}

// Distinct shapes and their numbers, since most of a board is the same at every step.
struct ShapeTable {
  std::map<std::string, size_t> numbers = {};
  Json shapes = Json::array();
};

// The numbers of a scene's shapes, of which new ones join the table.
Json NumbersOf(const Scene& scene, ShapeTable* table) {
  Json numbers = Json::array();
  for (const Shape& shape : scene.shapes) {
    const std::string text = ShapeText(scene, shape);
    const auto [entry, fresh] = table->numbers.try_emplace(text, table->shapes.size());
    if (fresh) {
      table->shapes.push_back(text);
    }
    numbers.push_back(entry->second);
  }
  return numbers;
}

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
      pictures.push_back({ViewBox(scene), scene.caption, NumbersOf(scene, &table)});
    }
    steps.push_back({step.event, pictures});
  }
  const std::string text = ToJsonLine({{"shapes", table.shapes}, {"steps", steps}});
  return absl::StrReplaceAll(text, {{"</", "<\\/"}});
}

std::string FigureText(const std::string& viewer, const Scene& scene) {
  std::string svg = absl::StrCat("<figure><svg viewBox=\"", ViewBox(scene), "\">");
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
