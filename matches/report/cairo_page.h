// CairoPage: text and scenes on a page of a document, by Cairo. Units are points, y runs down.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envs/scene.h"

namespace kvintet::serving {

// A part of a page.
struct Frame {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
};

// Borrows the context. One thread at a time.
class CairoPage {
 public:
  explicit CairoPage(cairo_t* cairo) : cairo_(cairo) {}

  // A line of text whose letters stand on `y`. What is no UTF-8 is written as `?`.
  void Text(double x, double y, double size, bool bold, const std::string& text);
  // The text in lines no wider than `width`, at most `most`; the last one may end by "...".
  std::vector<std::string> Wrapped(const std::string& text, double size, bool bold, double width,
                                   size_t most);
  // As large as the frame allows, but a cell no larger than `largest_cell`; in the middle.
  void Draw(const envs::Scene& scene, const Frame& frame, double largest_cell);

 private:
  void SetFont(double size, bool bold);
  void SetColour(uint32_t rgb);
  double WidthOf(const std::string& text);
  void Draw(const envs::Shape& shape);
  void Paint(const envs::Shape& shape);

  cairo_t* const cairo_;
};

// The same text without what is no UTF-8.
std::string ValidText(const std::string& text);

}  // namespace kvintet::serving
