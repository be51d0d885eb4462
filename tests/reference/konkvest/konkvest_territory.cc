// Territory: asks for every cell whether a pawn or the queen holds it.
#include "tests/reference/konkvest/konkvest_territory.h"

#include <algorithm>
#include <cstdlib>

namespace kvintet::reference::konkvest {
namespace {

// How far right of the board's middle line a cell lies, in halves of a cell.
int HalvesRight(Cell cell) { return 2 * cell.number - RowLength(cell.row) - 1; }

bool IsActivePawn(Piece piece) { return piece.type == 'P' && !piece.promoted; }

bool HoldsTerritory(Piece piece) { return IsActivePawn(piece) || piece.type == 'Q'; }

// Q4. `strip`: in an even number of rows behind, only the cell straight behind; in an odd number,
// the two cells that touch that line. `cone`: all cells that steps to BL and BR lead to.
bool Holds(Cell holder, int player, Cell cell, bool cone) {
  const int rows_behind = RowsAhead(player, holder) - RowsAhead(player, cell);
  const int halves_aside = std::abs(HalvesRight(holder) - HalvesRight(cell));
  if (rows_behind < 0) return false;
  return halves_aside <= (cone ? rows_behind : rows_behind % 2);
}

bool IsConquered(const Board& board, int player, Cell cell, const Options& options) {
  return std::any_of(board.begin(), board.end(), [&](const auto& entry) {
    const auto& [holder, piece] = entry;
    return piece.owner == player && HoldsTerritory(piece) &&
           Holds(holder, player, cell, options.cone);
  });
}

bool IsNoMansLand(const Board& board, Cell cell, const Options& options) {
  return IsConquered(board, 0, cell, options) && IsConquered(board, 1, cell, options);
}

bool HasActivePawn(const Board& board, int player) {
  return std::any_of(board.begin(), board.end(), [player](const auto& entry) {
    return entry.second.owner == player && IsActivePawn(entry.second);
  });
}

bool IsInDevelopmentZone(const Board& board, int player, Cell cell, const Options& options) {
  const bool far_enough = RowsAhead(player, cell) >= kDivider;
  if (!far_enough && HasActivePawn(board, player)) return false;
  return IsConquered(board, player, cell, options) && !IsNoMansLand(board, cell, options);
}

// Q4: whether the pawn forms no man's land, or would form it.
bool MeetsEnemyTerritory(const Board& board, Cell pawn, const Options& options) {
  const int player = board.at(pawn).owner;
  const Cells held = HeldFrom(pawn, player, options);
  return std::any_of(held.begin(), held.end(),
                     [&](Cell cell) { return IsConquered(board, 1 - player, cell, options); });
}

}  // namespace

Cells HeldFrom(Cell cell, int player, const Options& options) {
  Cells held;
  for (const Cell other : AllCells()) {
    if (Holds(cell, player, other, options.cone)) held.insert(other);
  }
  return held;
}

Cells Conquered(const Board& board, int player, const Options& options) {
  Cells conquered;
  for (const Cell cell : AllCells()) {
    if (IsConquered(board, player, cell, options)) conquered.insert(cell);
  }
  return conquered;
}

Cells NoMansLand(const Board& board, const Options& options) {
  Cells cells;
  for (const Cell cell : AllCells()) {
    if (IsNoMansLand(board, cell, options)) cells.insert(cell);
  }
  return cells;
}

Cells DropZone(const Board& board, int player, const Options& options) {
  Cells cells;
  for (const Cell cell : AllCells()) {
    const bool conquered = IsConquered(board, player, cell, options);
    if (conquered && !IsNoMansLand(board, cell, options)) cells.insert(cell);
  }
  return cells;
}

Cells DevelopmentZone(const Board& board, int player, const Options& options) {
  Cells cells;
  for (const Cell cell : AllCells()) {
    if (IsInDevelopmentZone(board, player, cell, options)) cells.insert(cell);
  }
  return cells;
}

bool MayPromote(const Board& board, Cell cell, const Options& options) {
  const Piece piece = board.at(cell);
  if (piece.promoted || piece.type == 'Q' || piece.type == 'N') return false;
  if (!IsInDevelopmentZone(board, piece.owner, cell, options)) return false;
  return !(IsActivePawn(piece) && MeetsEnemyTerritory(board, cell, options));
}

}  // namespace kvintet::reference::konkvest
