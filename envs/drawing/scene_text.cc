// SceneText: places the shapes of a scene in a grid of terminal characters.
#include "envs/drawing/scene_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "envs/drawing/shape_centre.h"

namespace kvintet::envs {
namespace {

// One cell of the grid: a UTF-8 character with its paint; empty for a blank.
struct Glyph {
  std::string character = {};
  Paint paint = Paint::kNone;
};
using GlyphLine = std::vector<Glyph>;

bool InGrid(const Shape& shape) {
  return shape.kind != ShapeKind::kButton && !shape.text.empty() && shape.points.size() >= 2;
}

// The heights of the lines, from the top. Rows of cells may be less than one unit apart (hexagons),
// so shapes within less than half a unit share a line.
std::vector<float> LineHeights(const Scene& scene) {
  std::vector<float> heights;
  for (const Shape& shape : scene.shapes) {
    if (InGrid(shape)) {
      heights.push_back(CentreOf(shape).y);
    }
  }
  std::ranges::sort(heights, std::greater<>());
  std::vector<float> lines;
  for (const float height : heights) {
    if (lines.empty() || lines.back() - height > 0.45f) {
      lines.push_back(height);
    }
  }
  return lines;
}

size_t LineOf(const std::vector<float>& lines, float height) {
  size_t line = 0;
  while (line + 1 < lines.size() && lines[line] - height > 0.45f) {
    ++line;
  }
  return line;
}

std::vector<std::string> Characters(const std::string& text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
    if (continues && !characters.empty()) {
      characters.back() += c;
    } else {
      characters.emplace_back(1, c);
    }
  }
  return characters;
}

// Writes a text centred on `column`.
void Put(const Shape& shape, int column, GlyphLine* line) {
  const std::vector<std::string> characters = Characters(shape.text);
  int at = std::max(0, column - static_cast<int>(characters.size() - 1) / 2);
  const auto end = static_cast<size_t>(at) + characters.size();
  line->resize(std::max(line->size(), end));
  const Paint paint = shape.fill == Paint::kNone ? shape.stroke : shape.fill;
  for (const std::string& character : characters) {
    (*line)[static_cast<size_t>(at++)] = {character, paint};
  }
}

// The part of an escape sequence that selects a foreground colour.
std::string Escape(Paint paint) {
  switch (paint) {
    case Paint::kFirst:
      return "1;36";
    case Paint::kSecond:
      return "1;33";
    case Paint::kAccent:
      return "1;35";
    case Paint::kWarning:
    case Paint::kColour1:
      return "31";
    case Paint::kMuted:
      return "2";
    case Paint::kColour2:
      return "32";
    case Paint::kColour3:
      return "33";
    case Paint::kColour4:
      return "34";
    default:
      return "";
  }
}

std::string LineText(const GlyphLine& line, bool colours) {
  std::string text;
  for (const Glyph& glyph : line) {
    const std::string escape = colours ? Escape(glyph.paint) : "";
    if (glyph.character.empty()) {
      text += ' ';
    } else if (escape.empty()) {
      text += glyph.character;
    } else {
      absl::StrAppend(&text, "\x1b[", escape, "m", glyph.character, "\x1b[0m");
    }
  }
  absl::StripTrailingAsciiWhitespace(&text);
  return text;
}

}  // namespace

std::string SceneText(const Scene& scene, bool colours) {
  const std::vector<float> heights = LineHeights(scene);
  std::vector<GlyphLine> lines(heights.size());
  std::vector<std::string> buttons;
  for (const Shape& shape : scene.shapes) {
    if (shape.kind == ShapeKind::kButton) {
      buttons.push_back(absl::StrCat("[", shape.text, "]"));
    } else if (InGrid(shape)) {
      const ScenePoint centre = CentreOf(shape);
      const auto column = static_cast<int>(std::lround(2 * (centre.x - scene.min_x)));
      Put(shape, column, &lines[LineOf(heights, centre.y)]);
    }
  }
  std::string text = scene.caption.empty() ? "" : scene.caption + "\n";
  for (const GlyphLine& line : lines) {
    absl::StrAppend(&text, LineText(line, colours), "\n");
  }
  if (!buttons.empty()) {
    absl::StrAppend(&text, absl::StrJoin(buttons, " "), "\n");
  }
  return text;
}

}  // namespace kvintet::envs
