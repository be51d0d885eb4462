// Cells of the board as bits of one word, as in ConnectFour::Position.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "envs/games/connect_four/connect_four.h"

namespace kvintet::envs::connect_four {

// The cells of the first column.
inline constexpr uint64_t kColumnCells = (uint64_t{1} << kRows) - 1;
// The lowest cell of each column.
inline constexpr uint64_t kBottom = [] {
  uint64_t cells = 0;
  for (int column = 0; column < kColumns; ++column) {
    cells |= uint64_t{1} << (kStride * column);
  }
  return cells;
}();
inline constexpr uint64_t kBoard = kBottom * kColumnCells;

// The index of a cell's bit in a plane.
inline size_t PlaceOf(int bit) {
  return static_cast<size_t>(bit % kStride * kColumns + bit / kStride);
}

// The number of discs in a column.
inline int Height(uint64_t taken, int column) {
  return std::popcount(taken >> (kStride * column) & kColumnCells);
}

// The cells where a disc can land, one in each column that is not full.
inline uint64_t Playable(uint64_t taken) { return (taken + kBottom) & kBoard; }

// The free cells, playable or not, that complete a four with these discs.
inline uint64_t Threats(uint64_t discs, uint64_t taken) {
  uint64_t cells = (discs << 1) & (discs << 2) & (discs << 3);
  for (const int step : {kStride, kStride - 1, kStride + 1}) {
    const uint64_t above = (discs << step) & (discs << 2 * step);
    const uint64_t below = (discs >> step) & (discs >> 2 * step);
    cells |= above & ((discs << 3 * step) | (discs >> step));
    cells |= below & ((discs << step) | (discs >> 3 * step));
  }
  return cells & (kBoard ^ taken);
}

}  // namespace kvintet::envs::connect_four
