// Scene: what a view looks like, as shapes and labels, with the action that each one plays.
//
// One drawing serves the terminal, pages, reports and clients. The unit is one cell; x runs right,
// y up; any origin. Later shapes cover earlier ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "envs/actor.h"

namespace kvintet::envs {

// Colours by meaning; who draws chooses the paint.
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

// How those who confuse green with other colours see a scene: with white for green.
enum class Palette : uint8_t { kUsual, kColourBlind };

// What a shape is, and so what its points mean.
enum class ShapeKind : uint8_t {
  kPolygon,  // `points`: x, y, x, y, ... corners
  kDisc,     // `points`: centre x, y and radius
  kLabel,    // `points`: centre x, y; `text` is the label
  kButton    // no place on the board: `text`, listed beside it
};

// One thing to draw, with the action that a click on it plays.
struct Shape {
  ShapeKind kind = ShapeKind::kPolygon;
  Paint fill = Paint::kNone;
  Paint stroke = Paint::kNone;
  std::vector<float> points = {};
  // A label's or button's text; of other shapes the one character that a terminal shows.
  std::string text = {};
  // The legal action that a click here plays, or kNoAction.
  Action action = kNoAction;
};

// Every legal action of the view's seat is on exactly one shape. kColour2 is a green.
struct Scene {
  float min_x = 0;
  float min_y = 0;
  float max_x = 0;
  float max_y = 0;
  std::vector<Shape> shapes = {};
  // One line that says what is going on, e.g. "Black to play move 5".
  std::string caption = {};
};

// The same drawing in a palette.
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
