// ScenePage: see the header.
#include "cli/pages/scene_page.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "base/reports/json.h"
#include "cli/pages/html.h"
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
  std::string svg = absl::StrCat("<figure><svg viewBox=\"", ViewBox(scene),
                                 "\" xmlns=\"http://www.w3.org/2000/svg\">\n");
  for (const Shape& shape : scene.shapes) {
    svg += ShapeText(scene, shape);
  }
  absl::StrAppend(&svg, "</svg><figcaption><b>", Escaped(viewer), "</b> <span>",
                  Escaped(scene.caption), "</span></figcaption></figure>\n");
  return svg;
}

constexpr char kStyle[] =
    "body{font-family:sans-serif;margin:2em auto;max-width:76em;padding:0 1em}"
    "svg{width:min(100%,36em);background:#d8d2c4}figure{margin:0 0 1em}"
    "#boards{display:flex;flex-wrap:wrap;gap:1em}#boards figure{flex:1 1 22em}"
    "nav{display:flex;gap:.5em;align-items:center;margin:1em 0}nav input{flex:1}"
    "ol{padding:0}li{display:inline-block;margin:.1em .5em .1em 0}"
    "li button{border:0;background:none;font:inherit;cursor:pointer}"
    "li button[aria-current]{background:#f3d36b}";

// Buttons, the slider, the arrow keys and a click on an event select a step.
constexpr char kScript[] = R"js(
const data = JSON.parse(document.getElementById("game").textContent);
const figures = [...document.querySelectorAll("#boards figure")];
const slider = document.querySelector("nav input");
const items = [...document.querySelectorAll("li button")];
let now = 0;
function show(step) {
  now = Math.max(0, Math.min(data.steps.length - 1, step));
  data.steps[now][1].forEach(([box, caption, shapes], i) => {
    const svg = figures[i].querySelector("svg");
    svg.setAttribute("viewBox", box);
    svg.innerHTML = shapes.map((number) => data.shapes[number]).join("");
    figures[i].querySelector("span").textContent = caption;
  });
  slider.value = now;
  document.querySelector("output").textContent = now + " / " + (data.steps.length - 1);
  items.forEach((item, i) => item.toggleAttribute("aria-current", i + 1 === now));
}
const ways = {first: () => 0, back: () => now - 1, on: () => now + 1, last: () => Infinity};
for (const button of document.querySelectorAll("nav button")) {
  button.onclick = () => show(ways[button.value]());
}
items.forEach((item, i) => { item.onclick = () => show(i + 1); });
slider.oninput = () => show(Number(slider.value));
const keys = {ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last"};
document.onkeydown = (event) => {
  if (event.key in keys && event.target !== slider) { show(ways[keys[event.key]]()); }
};
document.querySelector("nav").hidden = false;
show(Infinity);
)js";

}  // namespace

std::string ToHtml(const ScenePage& page) {
  std::string html =
      absl::StrCat("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>",
                   Escaped(page.title), "</title>\n<style>", kStyle, "</style></head><body>\n<h1>",
                   Escaped(page.title), "</h1>\n");
  const size_t last = page.steps.size() - 1;
  absl::StrAppend(&html,
                  "<nav hidden><button value=\"first\">|&lt;</button><button "
                  "value=\"back\">&lt;</button><button value=\"on\">&gt;</button><button "
                  "value=\"last\">&gt;|</button><input type=\"range\" min=\"0\" max=\"",
                  last, "\" aria-label=\"step\"><output></output></nav>\n<div id=\"boards\">\n");
  for (size_t i = 0; i < page.viewers.size(); ++i) {
    html += FigureText(page.viewers[i], page.steps.back().scenes[i]);
  }
  html += "</div>\n<ol>\n";
  for (size_t i = 1; i < page.steps.size(); ++i) {
    absl::StrAppend(&html, "<li><button>", i, ". ", Escaped(page.steps[i].event),
                    "</button></li>\n");
  }
  absl::StrAppend(&html, "</ol>\n<p>", Escaped(page.end),
                  "</p>\n<script id=\"game\" type=\"application/json\">", DataText(page),
                  "</script>\n<script>", kScript, "</script>\n</body></html>\n");
  return html;
}

}  // namespace kvintet::cli
