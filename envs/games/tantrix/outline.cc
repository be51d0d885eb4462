// Outline: bit operations on rows of cells.
#include "envs/games/tantrix/outline.h"

#include <algorithm>

namespace kvintet::envs::tantrix {
namespace {

// The cells of row i that have a neighbour in `rows`.
uint64_t Beside(const CellRows& rows, size_t i) {
  const uint64_t above = rows[i - 1];
  const uint64_t here = rows[i];
  const uint64_t below = rows[i + 1];
  return here >> 1 | here << 1 | below | below << 1 | above | above >> 1;
}

// The bits from..to; empty if to < from.
uint64_t Interval(int from, int to) {
  return from > to ? 0 : ~uint64_t{0} >> (63 - to) & ~uint64_t{0} << from;
}

}  // namespace

Outline::Outline(const Table& table, int border)
    : origin_{table.least[0] - border, table.least[1] - border},
      num_rows_(table.most[1] - table.least[1] + 1 + 2 * border) {
  const auto num_rows = static_cast<size_t>(num_rows_);
  std::fill_n(tiles_.begin(), num_rows, 0);
  ForEachTile(table.tiles, [&](int tile) {
    const Cell cell = table.CellOf(tile);
    tiles_[static_cast<size_t>(cell.r - origin_.r)] |= uint64_t{1} << (cell.q - origin_.q);
  });
  for (CellRows* rows : {&spaces_, &forced_}) {
    (*rows)[0] = (*rows)[num_rows - 1] = 0;
  }
  FindSpaces(1, num_rows - 2);
  if (table.num_tiles == 0) {
    spaces_[static_cast<size_t>(border)] = uint64_t{1} << border;
  }
}

void Outline::Lay(Cell cell) {
  const auto row = static_cast<size_t>(cell.r - origin_.r);
  tiles_[row] |= uint64_t{1} << (cell.q - origin_.q);
  FindSpaces(row - 1, row + 1);
}

// Counts the tiles around all cells of a row at once, in binary.
void Outline::FindSpaces(size_t first, size_t last) {
  for (size_t i = first; i <= last; ++i) {
    const uint64_t above = tiles_[i - 1];
    const uint64_t here = tiles_[i];
    const uint64_t below = tiles_[i + 1];
    const uint64_t right = here >> 1;
    const uint64_t left = here << 1;
    const uint64_t after = below << 1;
    const uint64_t before = above >> 1;
    const uint64_t ones_a = right ^ left ^ below;
    const uint64_t twos_a = (right & left) | (below & (right | left));
    const uint64_t ones_b = after ^ above ^ before;
    const uint64_t twos_b = (after & above) | (before & (after | above));
    const uint64_t twos_c = ones_a & ones_b;
    const uint64_t any_two = twos_a | twos_b | twos_c;
    const uint64_t two_twos = (twos_a & twos_b) | (twos_c & (twos_a | twos_b));
    spaces_[i] = (any_two | ones_a | ones_b) & ~here;
    forced_[i] = (two_twos | (any_two & (ones_a ^ ones_b))) & ~here;
  }
}

void Outline::FindOpen(const Table& table, CellRows* open) const {
  if (table.num_tiles == 0) {
    *open = spaces_;
    return;
  }
  // The empty cells of the hull.
  CellRows gaps;
  CellRows hull;
  const auto last = static_cast<size_t>(num_rows_) - 1;
  gaps[0] = gaps[last] = (*open)[0] = (*open)[last] = 0;
  for (int row = 1; row + 1 < num_rows_; ++row) {
    const int r = origin_.r + row;
    const auto i = static_cast<size_t>(row);
    const bool inside = r >= table.least[1] && r <= table.most[1];
    hull[i] = !inside ? 0
                      : Interval(std::max<int>(table.least[0], table.least[2] - r) - origin_.q,
                                 std::min<int>(table.most[0], table.most[2] - r) - origin_.q);
    gaps[i] = hull[i] & ~tiles_[i];
  }
  for (size_t i = 1; i < last; ++i) {
    (*open)[i] = spaces_[i] & ~hull[i] & ~Beside(gaps, i);
  }
}

int Outline::NumSpaces() const {
  int count = 0;
  for (int row = 0; row < num_rows_; ++row) {
    count += std::popcount(spaces_[static_cast<size_t>(row)]);
  }
  return count;
}

Cell Outline::CellOf(int space) const {
  int row = 0;
  int rank = space;
  for (int here = 0; rank >= (here = std::popcount(spaces_[static_cast<size_t>(row)])); ++row) {
    rank -= here;
  }
  return {origin_.q + NthBit(spaces_[static_cast<size_t>(row)], rank), origin_.r + row};
}

int Outline::SpaceAt(Cell cell) const {
  if (!Has(spaces_, cell)) {
    return -1;
  }
  const auto row = static_cast<size_t>(cell.r - origin_.r);
  int before = 0;
  for (size_t i = 0; i < row; ++i) {
    before += std::popcount(spaces_[i]);
  }
  return before + std::popcount(spaces_[row] & ((uint64_t{1} << (cell.q - origin_.q)) - 1));
}

}  // namespace kvintet::envs::tantrix
