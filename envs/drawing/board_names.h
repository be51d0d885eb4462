// AddBoardNames: letters below a board and numbers on its left, as moves name columns and rows.
#pragma once

#include <string>
#include <utility>

#include "envs/scene.h"

namespace kvintet::envs {

// For a board whose first column and row have their middles at (x, y), a cell to a unit; columns
// are named from `letter` on, rows from 1. Leave a unit for them inside the scene's bounds.
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
