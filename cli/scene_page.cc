// ScenePage: see the header.
#include "cli/scene_page.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace kvintet::cli {
namespace {

using envs::Paint;
using envs::Scene;
using envs::Shape;
using envs::ShapeKind;

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

const char* Colour(Paint paint) {
  switch (paint) {
    case Paint::kNone:
      return "none";
    case Paint::kBoard:
      return "#e8cf9c";
    case Paint::kLine:
      return "#5b4a2e";
    case Paint::kFirst:
      return "#1b1b1b";
    case Paint::kSecond:
      return "#fafafa";
    case Paint::kAccent:
      return "#7b3fc4";
    case Paint::kWarning:
      return "#d03030";
    case Paint::kMuted:
      return "#9a9a9a";
    case Paint::kColour1:
      return "#d9382e";
    case Paint::kColour2:
      return "#2f9e5b";
    case Paint::kColour3:
      return "#e0b21e";
    case Paint::kColour4:
      return "#2d6fc9";
  }
  return "none";
}

// SVG's y runs down, a scene's up.
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
    const Paint paint = shape.fill == Paint::kNone ? Paint::kFirst : shape.fill;
    return absl::StrFormat(
        "<text x=\"%g\" y=\"%g\" font-size=\"0.45\" text-anchor=\"middle\" "
        "dominant-baseline=\"central\" fill=\"%s\">%s</text>\n",
        Right(scene, points[0]), Down(scene, points[1]), Colour(paint), Escaped(shape.text));
  }
  return "";
}

std::string SceneSvg(const Scene& scene) {
  const double width = scene.max_x - scene.min_x;
  const double height = scene.max_y - scene.min_y;
  std::string svg = absl::StrFormat(
      "<figure><svg viewBox=\"-0.5 -0.5 %g %g\" xmlns=\"http://www.w3.org/2000/svg\">\n", width + 1,
      height + 1);
  for (const Shape& shape : scene.shapes) {
    svg += ShapeText(scene, shape);
  }
  absl::StrAppend(&svg, "</svg><figcaption>", Escaped(scene.caption), "</figcaption></figure>\n");
  return svg;
}

}  // namespace

std::string ToHtml(const ScenePage& page) {
  std::string html =
      absl::StrCat("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>",
                   Escaped(page.title),
                   "</title>\n<style>body{font-family:sans-serif;margin:2em auto;max-width:60em}"
                   "svg{width:min(100%,36em);background:#d8d2c4}figure{margin:0 0 1em}"
                   "li{display:inline-block;margin-right:1em}</style></head><body>\n<h1>",
                   Escaped(page.title), "</h1>\n");
  for (const Scene& scene : page.scenes) {
    html += SceneSvg(scene);
  }
  html += "<ul>\n";
  for (const std::string& line : page.lines) {
    absl::StrAppend(&html, "<li>", Escaped(line), "</li>\n");
  }
  return html + "</ul></body></html>\n";
}

}  // namespace kvintet::cli
