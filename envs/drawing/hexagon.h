// Hexagon: geometry of hexagonal cells that are drawn in rows.
#pragma once

#include <array>
#include <vector>

namespace kvintet::envs {

// A point in a scene, in the scene's units.
struct Point {
  float x = 0;
  float y = 0;
};

// The distance between rows of pointy-top hexagons that are one unit wide.
inline constexpr float kHexagonRowHeight = 0.8660254f;

// The corners of a pointy-top hexagon, as the points of a scene's polygon. `size` is its width.
inline std::vector<float> Hexagon(Point middle, float size) {
  constexpr float kToCorner = 0.5773503f;
  constexpr std::array<Point, 6> kCorners = {{{0, 1},
                                              {kHexagonRowHeight, 0.5f},
                                              {kHexagonRowHeight, -0.5f},
                                              {0, -1},
                                              {-kHexagonRowHeight, -0.5f},
                                              {-kHexagonRowHeight, 0.5f}}};
  std::vector<float> points;
  for (const Point& corner : kCorners) {
    points.push_back(middle.x + size * kToCorner * corner.x);
    points.push_back(middle.y + size * kToCorner * corner.y);
  }
  return points;
}

}  // namespace kvintet::envs
