// Hexagon: cells of hexagonal boards, drawn in rows.
#pragma once

#include <array>
#include <vector>

namespace kvintet::envs {

// A place in a scene, in its units.
struct Point {
  float x = 0;
  float y = 0;
};

// From row to row of hexagons that are one unit wide and stand on a corner.
inline constexpr float kHexagonRowHeight = 0.8660254f;

// The corners of such a hexagon, as a polygon of a scene; `size` is its width.
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
