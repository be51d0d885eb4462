// CairoPage: draws text and scenes on a document page with Cairo. Units are points; y runs down.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envs/scene.h"

namespace kvintet::matches {

// A rectangle on a page.
struct Frame {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
};

// Borrows the context. Not thread-safe.
class CairoPage {
 public:
  explicit CairoPage(cairo_t* cairo) : cairo_(cairo) {}

  // Draws a line of text with its baseline at `y`. Invalid UTF-8 is written as `?`.
  void Text(double x, double y, double size, bool bold, const std::string& text);
  // Breaks the text into at most `most` lines no wider than `width`. The last one may end with
  // "...".
  std::vector<std::string> Wrapped(const std::string& text, double size, bool bold, double width,
                                   size_t most);
  // Draws the scene centred in the frame, as large as fits, but with cells of at most
  // `largest_cell`.
  void Draw(const envs::Scene& scene, const Frame& frame, double largest_cell);

 private:
  void SetFont(double size, bool bold);
  void SetColour(uint32_t rgb);
  double WidthOf(const std::string& text);
  void Draw(const envs::Shape& shape);
  void Paint(const envs::Shape& shape);

  cairo_t* const cairo_;
};

// The text with each invalid UTF-8 sequence replaced by `?`.
std::string ValidText(const std::string& text);

}  // namespace kvintet::matches
