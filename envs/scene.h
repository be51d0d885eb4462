// Scene: a drawing of a view, as shapes and labels, with the action that a click on each plays.
//
// The same scene serves the terminal, pages, reports and clients. The unit is one cell; x runs
// right, y runs up; the origin is arbitrary. Later shapes cover earlier ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "envs/actor.h"

namespace kvintet::envs {

// Colours by meaning; the renderer chooses the actual paint.
enum class Paint : uint8_t {
  kNone,
  kBoard,
  kLine,
  kFirst,    // seat 0's or the darker side's pieces
  kSecond,   // seat 1's or the lighter side's pieces
  kAccent,   // the last move, a winning row
  kWarning,  // forbidden or endangered
  kMuted,    // captured, hidden, out of play
  kColour1,
  kColour2,
  kColour3,
  kColour4
};

// The colours for people with and without red-green colour blindness: kColourBlind draws green as
// white.
enum class Palette : uint8_t { kUsual, kColourBlind };

// The kind of a shape, which decides what its points mean.
enum class ShapeKind : uint8_t {
  kPolygon,  // `points`: x, y, x, y, ... corners
  kDisc,     // `points`: centre x, y and radius
  kLabel,    // `points`: centre x, y; `text` is the label
  kButton    // not on the board: `text`, listed beside it
};

// One shape to draw, with the action that a click on it plays.
struct Shape {
  ShapeKind kind = ShapeKind::kPolygon;
  Paint fill = Paint::kNone;
  Paint stroke = Paint::kNone;
  std::vector<float> points = {};
  // The text of a label or button. For other shapes, the one character that a terminal shows.
  std::string text = {};
  // The legal action that a click on the shape plays, or kNoAction.
  Action action = kNoAction;
};

// Each legal action of the view's seat is on exactly one shape. kColour2 is a green.
struct Scene {
  float min_x = 0;
  float min_y = 0;
  float max_x = 0;
  float max_y = 0;
  std::vector<Shape> shapes = {};
  // One line that describes the situation, e.g. "Black to play move 5".
  std::string caption = {};
};

// The same scene in another palette.
inline Scene InPalette(Scene scene, Palette palette) {
  for (Shape& shape : scene.shapes) {
    for (Paint* paint : {&shape.fill, &shape.stroke}) {
      const bool green = *paint == Paint::kColour2 && palette == Palette::kColourBlind;
      *paint = green ? Paint::kSecond : *paint;
    }
  }
  return scene;
}

}  // namespace kvintet::envs
