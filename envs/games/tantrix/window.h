// Window: the hexagon of cells around the centre of the tiles that a network sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// The cell nearest to the mean position of the tiles; 0,0 for an empty table. Ties are broken so
// that turning the table turns the result too.
Cell CentreOf(const Table& table);

// A square grid of 2 * radius + 1 rows (by r) and columns (by q), of which only a hexagon is used.
class Window {
 public:
  // REQUIRES: radius >= 4.
  Window(const Table& table, int radius) : centre_(CentreOf(table)), radius_(radius) {}

  int Side() const { return 2 * radius_ + 1; }
  bool Has(Cell cell) const { return Within(cell, radius_); }
  // Whether all neighbours of the cell are in the window too.
  bool IsInside(Cell cell) const { return Within(cell, radius_ - 1); }
  // REQUIRES: Has(cell).
  size_t IndexOf(Cell cell) const {
    return static_cast<size_t>((cell.r - centre_.r + radius_) * Side() + cell.q - centre_.q +
                               radius_);
  }

  // Writes one plane for each set of cells, side by side: 1 for the cells of the set that are in
  // the window. REQUIRES: the planes are zeroed.
  void Show(const Outline& outline, std::span<const CellRows* const> sets, uint8_t* planes) const;

 private:
  bool Within(Cell cell, int radius) const {
    const int q = cell.q - centre_.q + radius;
    const int r = cell.r - centre_.r + radius;
    const auto most = static_cast<unsigned>(2 * radius);
    return static_cast<unsigned>(q) <= most && static_cast<unsigned>(r) <= most &&
           static_cast<unsigned>(q + r - radius) <= most;
  }

  Cell centre_;
  int radius_;
};

}  // namespace kvintet::envs::tantrix
