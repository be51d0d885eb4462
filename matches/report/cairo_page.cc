// CairoPage: see the header.
#include "matches/report/cairo_page.h"

#include <algorithm>
#include <numbers>

#include "envs/drawing/paint.h"

namespace kvintet::matches {
namespace {

using envs::Scene;
using envs::Shape;
using envs::ShapeKind;

constexpr double kByte = 255;
// Line width and letter size, in cells of the scene.
constexpr double kStroke = 0.04;
constexpr double kLetters = 0.45;
constexpr double kMargin = 0.5;

// The number of bytes of a UTF-8 character that begins with this one; 0 if none does.
size_t SizeOfCharacter(unsigned char first) {
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xc2 || first >= 0xf5) {
    return 0;
  }
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

// The number of bytes of the UTF-8 character at `at`; 0 if it is invalid.
size_t BytesOfCharacter(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const size_t size = SizeOfCharacter(first);
  if (size == 0 || at + size > text.size()) {
    return 0;
  }
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  // Overlong encodings, surrogates, and code points beyond the last one are invalid.
  const bool wrong =
      size > 2 &&
      ((first == 0xe0 && byte(at + 1) < 0xa0) || (first == 0xed && byte(at + 1) > 0x9f) ||
       (first == 0xf0 && byte(at + 1) < 0x90) || (first == 0xf4 && byte(at + 1) > 0x8f));
  return wrong ? 0 : size;
}

}  // namespace

std::string ValidText(const std::string& text) {
  std::string valid;
  for (size_t at = 0; at < text.size();) {
    const size_t size = BytesOfCharacter(text, at);
    valid += size == 0 ? "?" : text.substr(at, size);
    at += std::max<size_t>(size, 1);
  }
  return valid;
}

void CairoPage::SetFont(double size, bool bold) {
  cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, size);
}

void CairoPage::SetColour(uint32_t rgb) {
  cairo_set_source_rgb(cairo_, (rgb >> 16 & 0xff) / kByte, (rgb >> 8 & 0xff) / kByte,
                       (rgb & 0xff) / kByte);
}

double CairoPage::WidthOf(const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

void CairoPage::Text(double x, double y, double size, bool bold, const std::string& text) {
  SetFont(size, bold);
  SetColour(0);
  cairo_move_to(cairo_, x, y);
  cairo_show_text(cairo_, ValidText(text).c_str());
}

std::vector<std::string> CairoPage::Wrapped(const std::string& text, double size, bool bold,
                                            double width, size_t most) {
  SetFont(size, bold);
  std::vector<std::string> lines;
  const std::string whole = ValidText(text);
  size_t at = 0;
  while (at < whole.size()) {
    // Takes as many characters as fit, at least one, and breaks after a space or comma if possible.
    size_t end = at;
    size_t good = at;
    while (end < whole.size()) {
      const size_t next = end + BytesOfCharacter(whole, end);
      if (end > at && WidthOf(whole.substr(at, next - at)) > width) {
        break;
      }
      end = next;
      const char last = whole[end - 1];
      good = last == ' ' || last == ',' || end == whole.size() ? end : good;
    }
    end = end < whole.size() && good > at ? good : end;
    lines.push_back(whole.substr(at, end - at));
    at = end;
    if (lines.size() == most && at < whole.size()) {
      lines.back() += "...";
      break;
    }
  }
  return lines;
}

void CairoPage::Paint(const Shape& shape) {
  if (shape.fill != envs::Paint::kNone) {
    SetColour(envs::RgbOf(shape.fill));
    cairo_fill_preserve(cairo_);
  }
  if (shape.stroke != envs::Paint::kNone) {
    SetColour(envs::RgbOf(shape.stroke));
    cairo_stroke_preserve(cairo_);
  }
}

// Uses the scene's units, but with y pointing down.
void CairoPage::Draw(const Shape& shape) {
  const std::vector<float>& points = shape.points;
  const auto at = [&](size_t i) { return static_cast<double>(points[i]); };
  // Text leaves a current point, from which later lines would continue.
  cairo_new_path(cairo_);
  if (shape.kind == ShapeKind::kPolygon) {
    for (size_t i = 0; i + 1 < points.size(); i += 2) {
      cairo_line_to(cairo_, at(i), -at(i + 1));
    }
    cairo_close_path(cairo_);
    Paint(shape);
  } else if (shape.kind == ShapeKind::kDisc && points.size() >= 3) {
    cairo_arc(cairo_, at(0), -at(1), at(2), 0, 2 * std::numbers::pi);
    Paint(shape);
  } else if (shape.kind == ShapeKind::kLabel && points.size() >= 2) {
    SetFont(kLetters, false);
    SetColour(envs::RgbOf(envs::LabelPaint(shape)));
    const std::string text = ValidText(shape.text);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    cairo_move_to(cairo_, at(0) - extents.x_advance / 2,
                  -at(1) - extents.y_bearing - extents.height / 2);
    cairo_show_text(cairo_, text.c_str());
  }
}

void CairoPage::Draw(const Scene& scene, const Frame& frame, double largest_cell) {
  const double width = static_cast<double>(scene.max_x - scene.min_x) + 2 * kMargin;
  const double height = static_cast<double>(scene.max_y - scene.min_y) + 2 * kMargin;
  const double cell = std::min({frame.width / width, frame.height / height, largest_cell});
  cairo_save(cairo_);
  cairo_translate(cairo_, frame.left + (frame.width - cell * width) / 2,
                  frame.top + (frame.height - cell * height) / 2);
  cairo_scale(cairo_, cell, cell);
  cairo_translate(cairo_, kMargin - static_cast<double>(scene.min_x),
                  kMargin + static_cast<double>(scene.max_y));
  cairo_set_line_width(cairo_, kStroke);
  for (const Shape& shape : scene.shapes) {
    Draw(shape);
  }
  cairo_restore(cairo_);
}

}  // namespace kvintet::matches
