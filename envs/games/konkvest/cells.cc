// Cells: names of cells and images under symmetries.
#include "envs/games/konkvest/cells.h"

namespace kvintet::envs::konkvest {

Cells ImageOf(int symmetry, const Cells& cells) {
  Cells image = {};
  cells.ForEach([&](int cell) { image.Add(ImageOf(symmetry, cell)); });
  return image;
}

std::string CellName(int cell) {
  std::string name = std::to_string(ColumnOf(cell) - FirstColumn(RowOf(cell)) + 1);
  name.insert(name.begin(), static_cast<char>('a' + RowOf(cell)));
  return name;
}

int ParseCell(std::string_view name) {
  const int row = name.empty() ? -1 : name[0] - 'a';
  if (row < 0 || row >= kRows) {
    return kNoCell;
  }
  const int first = CellAt(row, FirstColumn(row));
  for (int cell = first; cell < first + RowWidth(row); ++cell) {
    if (CellName(cell) == name) {
      return cell;
    }
  }
  return kNoCell;
}

}  // namespace kvintet::envs::konkvest
