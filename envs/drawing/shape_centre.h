// CentreOf: where a shape is.
#pragma once

#include <cstddef>

#include "envs/scene.h"

namespace kvintet::envs {

// A place on the drawing, in units of Scene.
struct ScenePoint {
  float x = 0;
  float y = 0;
};

// The mean of a polygon's corners, or the centre of any other shape. REQUIRES: the shape has
// points.
inline ScenePoint CentreOf(const Shape& shape) {
  if (shape.kind != ShapeKind::kPolygon) {
    return {shape.points[0], shape.points[1]};
  }
  ScenePoint sum;
  for (size_t i = 0; i + 1 < shape.points.size(); i += 2) {
    sum.x += shape.points[i];
    sum.y += shape.points[i + 1];
  }
  const size_t corners = shape.points.size() / 2;
  return {sum.x / static_cast<float>(corners), sum.y / static_cast<float>(corners)};
}

}  // namespace kvintet::envs
