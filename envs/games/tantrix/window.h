// Window: the hexagon of cells around the middle of the tiles that a network sees.
#pragma once

#include <cstddef>

#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// The cell nearest to the mean place of the tiles; of equally near ones such that turning the
// table turns it too. 0,0 of an empty table.
Cell CentreOf(const Table& table);

// A square grid of 2 * radius + 1 rows by r and columns by q; only the hexagon in it is used.
class Window {
 public:
  Window(const Table& table, int radius) : centre_(CentreOf(table)), radius_(radius) {}

  int Side() const { return 2 * radius_ + 1; }
  bool Has(Cell cell) const { return Distance(cell, centre_) <= radius_; }
  // REQUIRES: Has(cell).
  size_t IndexOf(Cell cell) const {
    return static_cast<size_t>((cell.r - centre_.r + radius_) * Side() + cell.q - centre_.q +
                               radius_);
  }
  // Whether the neighbours of the cell are there too.
  bool IsInside(Cell cell) const { return Distance(cell, centre_) < radius_; }

 private:
  Cell centre_;
  int radius_;
};

}  // namespace kvintet::envs::tantrix
