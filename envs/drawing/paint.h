// RgbOf, LabelPaint: the colours that pages and reports use for a scene's paints.
#pragma once

#include <cstdint>

#include "envs/scene.h"

namespace kvintet::envs {

// The colour as 0xRRGGBB. REQUIRES: not Paint::kNone.
constexpr uint32_t RgbOf(Paint paint) {
  switch (paint) {
    case Paint::kNone:
      break;
    case Paint::kBoard:
      return 0xe8cf9c;
    case Paint::kLine:
      return 0x5b4a2e;
    case Paint::kFirst:
      return 0x1b1b1b;
    case Paint::kSecond:
      return 0xfafafa;
    case Paint::kAccent:
      return 0x7b3fc4;
    case Paint::kWarning:
      return 0xd03030;
    case Paint::kMuted:
      return 0x9a9a9a;
    case Paint::kColour1:
      return 0xd9382e;
    case Paint::kColour2:
      return 0x2f9e5b;
    case Paint::kColour3:
      return 0xe0b21e;
    case Paint::kColour4:
      return 0x2d6fc9;
  }
  return 0;
}

// The paint in which to write a label. A label on a piece has two paints: its stroke is readable on
// the piece, and its fill is the paint of the piece itself, for displays that draw no pieces.
inline Paint LabelPaint(const Shape& label) {
  if (label.stroke != Paint::kNone) {
    return label.stroke;
  }
  return label.fill == Paint::kNone ? Paint::kFirst : label.fill;
}

}  // namespace kvintet::envs
