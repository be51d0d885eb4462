// RandomStep: random full boards of Kontranto before an ordinary step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "envs/games/kontranto/grid.h"
#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::testing {

// Possible targets of both sides' pieces; two circles and two triangles each.
struct OneStep {
  envs::kontranto::SideMoves white = {};
  envs::kontranto::SideMoves black = {};
};

// Eight pieces on different cells of the 7 x 5 board, in a window of `window` x `window` cells (0:
// anywhere), with this many other cells conquered.
inline OneStep RandomStep(int window, size_t num_conquered, RandomStream* random) {
  const envs::kontranto::Grid grid(7, 5, true);
  const int columns = window == 0 ? grid.Columns() : window;
  const int rows = window == 0 ? grid.Rows() : window;
  const auto below = [random](int n) {
    return static_cast<int>(random->Below(static_cast<uint32_t>(n)));
  };
  const int left = below(grid.Columns() - columns + 1);
  const int top = below(grid.Rows() - rows + 1);
  std::vector<int> inside;
  std::vector<int> outside;
  for (int cell = 0; cell < grid.NumCells(); ++cell) {
    const int x = grid.ColumnOf(cell) - left;
    const int y = grid.RowOf(cell) - top;
    (x >= 0 && x < columns && y >= 0 && y < rows ? inside : outside).push_back(cell);
  }
  random->Shuffle(std::span(inside));
  outside.insert(outside.end(), inside.begin() + 8, inside.end());
  random->Shuffle(std::span(outside));
  envs::kontranto::Cells free = grid.All();
  for (size_t k = 0; k < num_conquered; ++k) {
    free &= ~envs::kontranto::CellBit(outside[k]);
  }
  OneStep step;
  for (size_t k = 0; k < 8; ++k) {
    envs::kontranto::SideMoves& side = k < 4 ? step.white : step.black;
    const auto piece = static_cast<size_t>(side.count++);
    const int cell = inside[k];
    side.cells[piece] = static_cast<uint8_t>(cell);
    side.shapes[piece] = piece < 2 ? 0 : 1;
    side.targets[piece] = (grid.Neighbours(cell) | envs::kontranto::CellBit(cell)) & free;
  }
  return step;
}

}  // namespace kvintet::testing
