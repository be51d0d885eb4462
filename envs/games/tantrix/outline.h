// Outline: the cells with tiles on a Tantrix table, and the status of the cells around them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/action_mask.h"
#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// The maximum number of spaces around `num_tiles` tiles. Each tile after the first covers one space
// and adds at most three, since two of its six neighbours are also neighbours of the tile that it
// touches, or tiles.
constexpr int MaxSpaces(int num_tiles) { return 2 * num_tiles + 4; }

// Cells as bits: one word for each r and one bit for each q, counted from an origin outside the
// tiles.
using CellRows = std::array<uint64_t, 64>;

// The empty cells beside tiles are called spaces and are numbered by r, then q. On an empty table
// 0,0 is the only space.
class Outline {
 public:
  // The least number of cells between the least q or r of the tiles and the first bit or row, and
  // likewise at the other end.
  static constexpr int kBorder = 2;

  // A wider border leaves room for tiles that are laid later. REQUIRES: border >= kBorder; the
  // tiles and both borders span at most 64 columns and rows.
  explicit Outline(const Table& table, int border = kBorder);

  // Adds a tile. REQUIRES: the cell is a space, kBorder or more from the first and last bit and
  // row.
  void Lay(Cell cell);

  Cell Origin() const { return origin_; }
  int NumRows() const { return num_rows_; }
  const CellRows& Tiles() const { return tiles_; }
  const CellRows& Spaces() const { return spaces_; }
  // Spaces touched by three tiles or more (T3).
  const CellRows& Forced() const { return forced_; }
  // Finds the spaces where restrictions 2 and 3 allow a free move, using the hull. REQUIRES:
  // `table` is the table of this outline.
  void FindOpen(const Table& table, CellRows* open) const;

  bool Has(const CellRows& rows, Cell cell) const {
    const auto row = static_cast<unsigned>(cell.r - origin_.r);
    const auto column = static_cast<unsigned>(cell.q - origin_.q);
    return row < static_cast<unsigned>(num_rows_) && column < 64 && (rows[row] >> column & 1) != 0;
  }
  int NumSpaces() const;
  Cell CellOf(int space) const;
  // The number of the space on a cell, or -1.
  int SpaceAt(Cell cell) const;

  // Calls visit(space, cell) for each space in `rows`, in order of space numbers, until it returns
  // false.
  template <typename Visit>
  void ForEachSpace(const CellRows& rows, const Visit& visit) const {
    int before = 0;
    for (int row = 0; row < num_rows_; ++row) {
      const uint64_t spaces = spaces_[static_cast<size_t>(row)];
      for (uint64_t rest = rows[static_cast<size_t>(row)]; rest != 0; rest &= rest - 1) {
        const int column = std::countr_zero(rest);
        const int space = before + std::popcount(spaces & ((uint64_t{1} << column) - 1));
        if (!visit(space, Cell{origin_.q + column, origin_.r + row})) {
          return;
        }
      }
      before += std::popcount(spaces);
    }
  }

  // Calls visit(cell) for each cell in `rows`, in order of space numbers, until it returns false.
  template <typename Visit>
  void ForEachCell(const CellRows& rows, const Visit& visit) const {
    for (int row = 0; row < num_rows_; ++row) {
      for (uint64_t rest = rows[static_cast<size_t>(row)]; rest != 0; rest &= rest - 1) {
        if (!visit(Cell{origin_.q + std::countr_zero(rest), origin_.r + row})) {
          return;
        }
      }
    }
  }

  // Sets whether the cell is a space touched by three tiles.
  void SetForced(Cell cell, bool forced) {
    const uint64_t bit = uint64_t{1} << (cell.q - origin_.q);
    uint64_t& row = forced_[static_cast<size_t>(cell.r - origin_.r)];
    row = forced ? row | bit : row & ~bit;
  }

 private:
  // For the rows first to last.
  void FindSpaces(size_t first, size_t last);

  Cell origin_;
  int num_rows_;
  // Only the first num_rows_ words are valid.
  CellRows tiles_;
  CellRows spaces_;
  CellRows forced_;
};

}  // namespace kvintet::envs::tantrix
