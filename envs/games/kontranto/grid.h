// Grid: the cells of a board as bits, their neighbours, names and images.
//
// A cell is rows * column + row, so cells are numbered by column, then row, the order in which
// moves are written. Column 0 is `A`, row 0 is `1`.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::kontranto {

// A set of cells: bit c is cell c.
using Cells = uint64_t;

inline constexpr int kMaxCells = 63;
inline constexpr uint8_t kNoCell = 255;

constexpr Cells CellBit(int cell) { return Cells{1} << cell; }
inline int LowestCell(Cells cells) { return std::countr_zero(cells); }
inline int CountCells(Cells cells) { return std::popcount(cells); }

// Calls visit(cell) in ascending order.
template <typename Visit>
void ForEachCell(Cells cells, const Visit& visit) {
  for (; cells != 0; cells &= cells - 1) {
    visit(LowestCell(cells));
  }
}

// The bits of `from` at the positions of `mask`, packed from bit 0 upwards.
inline uint64_t Extract(uint64_t from, uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(from, mask);
#else
  uint64_t bits = 0;
  for (int i = 0; mask != 0; mask &= mask - 1, ++i) {
    bits |= (from >> std::countr_zero(mask) & 1) << i;
  }
  return bits;
#endif
}

// Mirrors of the board, as bits: 1 swaps left and right, 2 top and bottom. Each is its own inverse.
inline constexpr int kTurns = 4;

// Immutable.
class Grid {
 public:
  // REQUIRES: columns * rows <= kMaxCells. With `diagonal` a cell has eight neighbours, else four.
  Grid(int columns, int rows, bool diagonal);

  int Columns() const { return columns_; }
  int Rows() const { return rows_; }
  int NumCells() const { return columns_ * rows_; }
  Cells All() const { return all_; }
  // The neighbours of one cell, without the cell itself.
  Cells Neighbours(int cell) const { return neighbours_[static_cast<size_t>(cell)]; }
  // The cells and all their neighbours.
  Cells Spread(Cells cells) const {
    const Cells column = cells | (cells & ~top_) << 1 | (cells & ~bottom_) >> 1;
    const Cells source = diagonal_ ? column : cells;
    return (column | source << rows_ | source >> rows_) & all_;
  }
  // The part of `within` that is connected to `cells`, which must be a subset of it.
  Cells Reach(Cells cells, Cells within) const {
    for (Cells before = 0; cells != before;) {
      before = cells;
      cells = Spread(cells) & within;
    }
    return cells;
  }

  int ColumnOf(int cell) const { return cell / rows_; }
  int RowOf(int cell) const { return cell % rows_; }
  int CellAt(int column, int row) const { return column * rows_ + row; }
  int Image(int turn, int cell) const {
    if (turn == 0) {
      return cell;
    }
    const int column = ColumnOf(cell);
    const int row = RowOf(cell);
    return CellAt((turn & 1) != 0 ? columns_ - 1 - column : column,
                  (turn & 2) != 0 ? rows_ - 1 - row : row);
  }
  Cells Image(int turn, Cells cells) const {
    Cells image = turn == 0 ? cells : 0;
    if (turn != 0) {
      ForEachCell(cells, [&](int cell) { image |= CellBit(Image(turn, cell)); });
    }
    return image;
  }

  // The name of a cell, e.g. `C3`.
  std::string Name(int cell) const {
    return {static_cast<char>('A' + ColumnOf(cell)), static_cast<char>('1' + RowOf(cell))};
  }
  // The cell with this name, or kNoCell.
  int Parse(std::string_view name) const;
  // `A1 C3`, or `-` for none.
  std::string Names(Cells cells) const;

 private:
  int columns_;
  int rows_;
  bool diagonal_;
  Cells all_;
  Cells top_ = 0;
  Cells bottom_ = 0;
  std::array<Cells, kMaxCells + 1> neighbours_ = {};
};

}  // namespace kvintet::envs::kontranto
