// Cells: a set of board cells as bits; the numbers, names and images of cells.
//
// A cell is 12 * row + column. Row 0 is `a`. Columns are axial: one row up, the cell to the
// front-left of seat 0 has the same column and the cell to the front-right the next one. Every step
// is therefore a constant difference of cell numbers; 42 of the 156 numbers are not cells.
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

namespace kvintet::envs::konkvest {

inline constexpr int kRows = 13;
inline constexpr int kColumns = 12;
inline constexpr int kNumbers = kRows * kColumns;
inline constexpr int kCells = 114;
inline constexpr int kDivider = 6;  // row g
inline constexpr uint8_t kNoCell = 255;

constexpr int CellAt(int row, int column) { return kColumns * row + column; }
constexpr int RowOf(int cell) { return cell / kColumns; }
constexpr int ColumnOf(int cell) { return cell % kColumns; }
// The first column of a row.
constexpr int FirstColumn(int row) { return row < kDivider ? 0 : row - kDivider; }
constexpr int RowWidth(int row) { return row < kDivider ? 6 + row : 18 - row; }
constexpr bool OnBoard(int row, int column) {
  return row >= 0 && row < kRows && column >= FirstColumn(row) &&
         column < FirstColumn(row) + RowWidth(row);
}

// Bit `cell % 64` of word `cell / 64`.
struct Cells {
  std::array<uint64_t, 3> words;

  static constexpr Cells Of(int cell) {
    Cells cells = {};
    cells.Add(cell);
    return cells;
  }
  constexpr bool Has(int cell) const {
    return (words[static_cast<size_t>(cell) / 64] >> (cell % 64) & 1) != 0;
  }
  constexpr void Add(int cell) { words[static_cast<size_t>(cell) / 64] |= Bit(cell); }
  constexpr void Remove(int cell) { words[static_cast<size_t>(cell) / 64] &= ~Bit(cell); }
  constexpr bool Any() const { return (words[0] | words[1] | words[2]) != 0; }
  constexpr int Count() const {
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]);
  }
  // The lowest cell. REQUIRES: not empty.
  constexpr int First() const {
    return words[0] != 0   ? std::countr_zero(words[0])
           : words[1] != 0 ? 64 + std::countr_zero(words[1])
                           : 128 + std::countr_zero(words[2]);
  }
  // Calls visit(cell) in ascending order.
  template <typename Visit>
  constexpr void ForEach(const Visit& visit) const {
    for (size_t i = 0; i < words.size(); ++i) {
      for (uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(64 * i) + std::countr_zero(rest));
      }
    }
  }

  constexpr Cells operator&(const Cells& o) const {
    return {words[0] & o.words[0], words[1] & o.words[1], words[2] & o.words[2]};
  }
  constexpr Cells operator|(const Cells& o) const {
    return {words[0] | o.words[0], words[1] | o.words[1], words[2] | o.words[2]};
  }
  // Also contains the numbers that are no cells.
  constexpr Cells operator~() const { return {~words[0], ~words[1], ~words[2]}; }
  constexpr Cells& operator&=(const Cells& o) { return *this = *this & o; }
  constexpr Cells& operator|=(const Cells& o) { return *this = *this | o; }
  bool operator==(const Cells&) const = default;

 private:
  static constexpr uint64_t Bit(int cell) {
    return uint64_t{1} << (static_cast<uint32_t>(cell) % 64);
  }
};

// Every cell moved by kBy. A cell that leaves the board may end up at any number except a cell one
// step away (cells_test), so the result must be intersected with a set of cells.
template <int kBy>
constexpr Cells Shifted(const Cells& cells) {
  constexpr size_t kWords = (kBy < 0 ? -kBy : kBy) / 64;
  constexpr int kBits = (kBy < 0 ? -kBy : kBy) % 64;
  Cells shifted = {};
  for (size_t i = 0; i + kWords < 3; ++i) {
    const size_t from = kBy < 0 ? i + kWords : i;
    const size_t to = kBy < 0 ? i : i + kWords;
    shifted.words[to] |= kBy < 0 ? cells.words[from] >> kBits : cells.words[from] << kBits;
    if (kBits != 0 && kBy < 0 && from < 2) {
      shifted.words[to] |= cells.words[from + 1] << ((64 - kBits) % 64);
    }
    if (kBits != 0 && kBy > 0 && from > 0) {
      shifted.words[to] |= cells.words[from - 1] >> ((64 - kBits) % 64);
    }
  }
  return shifted;
}

// The six steps of a seat from its own point of view. `kWay` is 1 for seat 0, who moves up the
// rows, and -1 for seat 1.
template <int kWay>
struct Steps {
  static constexpr int kL = -kWay;
  static constexpr int kR = kWay;
  static constexpr int kFL = kColumns * kWay;
  static constexpr int kFR = (kColumns + 1) * kWay;
  static constexpr int kBL = -kFR;
  static constexpr int kBR = -kFL;
  static constexpr int kB2 = kBL + kBR;
};

constexpr Cells RowsFrom(int first, int last) {
  Cells cells = {};
  for (int row = first; row <= last; ++row) {
    for (int i = 0; i < RowWidth(row); ++i) {
      cells.Add(CellAt(row, FirstColumn(row) + i));
    }
  }
  return cells;
}
inline constexpr Cells kBoard = RowsFrom(0, kRows - 1);
// Indexed by seat: the divider and the enemy half; the rows of the set-up; the cell where the queen
// starts (Deduced: the middle of the second row).
inline constexpr std::array<Cells, 2> kFarHalf = {RowsFrom(kDivider, kRows - 1),
                                                  RowsFrom(0, kDivider)};
inline constexpr std::array<Cells, 2> kHomeRows = {RowsFrom(0, 1), RowsFrom(kRows - 2, kRows - 1)};
inline constexpr std::array<int, 2> kBase = {CellAt(1, 3), CellAt(11, 8)};

// Cells numbered without gaps, from a1 = 0 to m6 = 113, as bits of two words. Actions use these
// numbers.
using DenseCells = std::array<uint64_t, 2>;

inline DenseCells Dense(const Cells& cells) {
  static_assert(std::popcount(kBoard.words[0]) == 44 && std::popcount(kBoard.words[1]) == 53);
#if defined(__BMI2__)
  const uint64_t low = _pext_u64(cells.words[0], kBoard.words[0]);
  const uint64_t middle = _pext_u64(cells.words[1], kBoard.words[1]);
  const uint64_t high = _pext_u64(cells.words[2], kBoard.words[2]);
  return {low | middle << 44, middle >> 20 | high << 33};
#else
  DenseCells dense = {};
  int index = 0;
  kBoard.ForEach([&](int cell) {
    dense[static_cast<size_t>(index) / 64] |= uint64_t{cells.Has(cell)} << (index % 64);
    ++index;
  });
  return dense;
#endif
}

// Converts between cells and their numbers without gaps.
struct DenseTable {
  std::array<uint8_t, kCells> cell = {};
  std::array<uint8_t, kNumbers> index = {};
};
inline constexpr DenseTable kDense = [] {
  DenseTable table;
  size_t next = 0;
  kBoard.ForEach([&](int cell) {
    table.index[static_cast<size_t>(cell)] = static_cast<uint8_t>(next);
    table.cell[next++] = static_cast<uint8_t>(cell);
  });
  return table;
}();

// Symmetry bits: 1 mirrors left and right, 2 rotates the board by 180 degrees; 0 is the identity.
inline constexpr int kSymmetries = 4;
constexpr int ImageOf(int symmetry, int cell) {
  const int row = RowOf(cell);
  const int image = (symmetry & 1) != 0 ? CellAt(row, row + 5 - ColumnOf(cell)) : cell;
  return (symmetry & 2) != 0 ? kNumbers - 1 - image : image;
}
Cells ImageOf(int symmetry, const Cells& cells);

// The name of a cell, e.g. `g12`, and the cell with a given name, or kNoCell.
std::string CellName(int cell);
int ParseCell(std::string_view name);

}  // namespace kvintet::envs::konkvest
