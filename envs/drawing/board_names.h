// AddBoardNames: adds column letters below a board and row numbers on its left, as in moves.
#pragma once

#include <string>
#include <utility>

#include "envs/scene.h"

namespace kvintet::envs {

// For a board whose first cell has its centre at (x, y) and whose cells are one unit wide. Columns
// are named from `letter` on, rows from 1. The scene's bounds must leave one unit for the names.
inline void AddBoardNames(int columns, int rows, float x, float y, char letter, Scene* scene) {
  const auto add = [scene](float at_x, float at_y, std::string name) {
    scene->shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {at_x, at_y},
                             .text = std::move(name)});
  };
  for (int column = 0; column < columns; ++column) {
    add(x + static_cast<float>(column), y - 1, std::string(1, static_cast<char>(letter + column)));
  }
  for (int row = 0; row < rows; ++row) {
    add(x - 1, y + static_cast<float>(row), std::to_string(row + 1));
  }
}

}  // namespace kvintet::envs
