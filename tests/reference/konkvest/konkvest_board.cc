// Board: rows, cells and neighbours, computed from row lengths.
#include "tests/reference/konkvest/konkvest_board.h"

#include <cstdio>
#include <cstdlib>

namespace kvintet::reference::konkvest {

void Require(bool kept, const char* contract) {
  if (kept) return;
  std::fprintf(stderr, "reference konkvest: broken contract: %s\n", contract);
  std::abort();
}

int RowLength(int row) { return 12 - std::abs(row - kDivider); }

bool IsOnBoard(Cell cell) {
  if (cell.row < 0 || cell.row >= kNumRows) return false;
  return cell.number >= 1 && cell.number <= RowLength(cell.row);
}

std::vector<Cell> AllCells() {
  std::vector<Cell> cells;
  for (int row = 0; row < kNumRows; ++row) {
    for (int number = 1; number <= RowLength(row); ++number) cells.push_back({row, number});
  }
  return cells;
}

Cell HalfTurn(Cell cell) {
  return {kNumRows - 1 - cell.row, RowLength(cell.row) + 1 - cell.number};
}

namespace {

// The neighbour as seen by player 0. In a longer row the two neighbours have the same number and
// the next one; in a shorter row the previous number and the same.
Cell NeighbourOf(Cell cell, Direction direction) {
  const int longer_ahead = cell.row < kDivider ? 1 : 0;
  const int longer_behind = cell.row > kDivider ? 1 : 0;
  switch (direction) {
    case Direction::kLeft:
      return {cell.row, cell.number - 1};
    case Direction::kRight:
      return {cell.row, cell.number + 1};
    case Direction::kForwardLeft:
      return {cell.row + 1, cell.number - 1 + longer_ahead};
    case Direction::kForwardRight:
      return {cell.row + 1, cell.number + longer_ahead};
    case Direction::kBackLeft:
      return {cell.row - 1, cell.number - 1 + longer_behind};
    case Direction::kBackRight:
      return {cell.row - 1, cell.number + longer_behind};
  }
  return {};
}

}  // namespace

std::optional<Cell> Step(int player, Cell cell, Direction direction) {
  Require(IsOnBoard(cell), "only a cell of the board has neighbours");
  const Cell seen = player == 0 ? cell : HalfTurn(cell);
  const Cell next = NeighbourOf(seen, direction);
  if (!IsOnBoard(next)) return std::nullopt;
  return player == 0 ? next : HalfTurn(next);
}

int RowsAhead(int player, Cell cell) { return player == 0 ? cell.row : kNumRows - 1 - cell.row; }

Cell Base(int player) {
  const Cell base = {1, 4};
  return player == 0 ? base : HalfTurn(base);
}

std::string CellName(Cell cell) {
  return static_cast<char>('a' + cell.row) + std::to_string(cell.number);
}

std::optional<Cell> ParseCell(const std::string& name) {
  for (const Cell cell : AllCells()) {
    if (CellName(cell) == name) return cell;
  }
  return std::nullopt;
}

int SizeOf(const Reserve& reserve) {
  int size = 0;
  for (const auto& [type, number] : reserve) size += number;
  return size;
}

Position StartPosition(int first_player) {
  Position position;
  position.side = first_player;
  for (const int player : {0, 1}) {
    position.board[Base(player)] = {player, 'Q', false};
    for (const Cell cell : AllCells()) {
      if (RowsAhead(player, cell) == 2) position.board[cell] = {player, 'P', false};
    }
    position.reserves[static_cast<std::size_t>(player)]['S'] = 3;
  }
  return position;
}

char TypeToPlace(int opening_turn) {
  const std::string order = "RRGGHHNN";
  return order[static_cast<std::size_t>(opening_turn / 2)];
}

Cells PlacementCells(const Board& board, int player) {
  Cells cells;
  for (const Cell cell : AllCells()) {
    if (RowsAhead(player, cell) <= 1 && !board.contains(cell)) cells.insert(cell);
  }
  return cells;
}

}  // namespace kvintet::reference::konkvest
