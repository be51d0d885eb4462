// Grid: computes neighbours and mirror images, and reads and writes names of cells.
#include "envs/games/kontranto/grid.h"

#include <vector>

#include "absl/strings/str_join.h"

#include "base/check.h"

namespace kvintet::envs::kontranto {

Grid::Grid(int columns, int rows, bool diagonal)
    : columns_(columns),
      rows_(rows),
      diagonal_(diagonal),
      all_((Cells{1} << (columns * rows)) - 1) {
  KVINTET_CHECK_LE(columns * rows, kMaxCells);
  for (int column = 0; column < columns; ++column) {
    bottom_ |= CellBit(CellAt(column, 0));
    top_ |= CellBit(CellAt(column, rows - 1));
  }
  for (int cell = 0; cell < NumCells(); ++cell) {
    neighbours_[static_cast<size_t>(cell)] = Spread(CellBit(cell)) & ~CellBit(cell);
  }
}

int Grid::Parse(std::string_view name) const {
  const bool on_board = name.size() == 2 && name[0] >= 'A' && name[0] < 'A' + columns_ &&
                        name[1] >= '1' && name[1] < '1' + rows_;
  return on_board ? CellAt(name[0] - 'A', name[1] - '1') : kNoCell;
}

std::string Grid::Names(Cells cells) const {
  std::vector<std::string> names;
  ForEachCell(cells, [&](int cell) { names.push_back(Name(cell)); });
  return names.empty() ? "-" : absl::StrJoin(names, " ");
}

}  // namespace kvintet::envs::kontranto
