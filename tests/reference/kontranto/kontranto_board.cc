// Position: every function checks cells one by one.
#include "tests/reference/kontranto/kontranto_board.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace kvintet::reference::kontranto {

void Require(bool kept, const char* contract) {
  if (kept) return;
  std::fprintf(stderr, "reference kontranto: broken contract: %s\n", contract);
  std::abort();
}

Colour Other(Colour colour) { return colour == Colour::kWhite ? Colour::kBlack : Colour::kWhite; }

std::string ColourName(Colour colour) { return colour == Colour::kWhite ? "white" : "black"; }

std::string CellName(Cell cell) {
  return {static_cast<char>('A' + cell.column - 1), static_cast<char>('0' + cell.row)};
}

Cell ParseCell(const std::string& name) {
  Require(name.size() == 2, "a cell is a letter and a digit");
  return {name[0] - 'A' + 1, name[1] - '0'};
}

std::string CellNames(const Cells& cells) {
  std::string text;
  for (const Cell cell : cells) {
    if (!text.empty()) text += " ";
    text += CellName(cell);
  }
  return text;
}

// K1, K15: 7 columns and 5 rows, or as `board` says.
Cells AllCells(const Options& options) {
  Cells cells;
  for (int column = 1; column <= options.columns; ++column) {
    for (int row = 1; row <= options.rows; ++row) cells.insert({column, row});
  }
  return cells;
}

// K1: the up to eight cells of a king's move. K15, `rook`: the four straight ones of them.
bool AreNeighbours(const Options& options, Cell one, Cell other) {
  const int columns_apart = std::abs(one.column - other.column);
  const int rows_apart = std::abs(one.row - other.row);
  if (options.rook) return columns_apart + rows_apart == 1;
  return one != other && columns_apart <= 1 && rows_apart <= 1;
}

Cells Neighbours(const Options& options, Cell cell) {
  Cells neighbours;
  for (const Cell other : AllCells(options)) {
    if (AreNeighbours(options, cell, other)) neighbours.insert(other);
  }
  return neighbours;
}

// K1: rows 1 and 5 and column D. K15: the outer rows and the middle column, or two middle columns
// if the width is even.
bool IsMedium(const Options& options, Cell cell) {
  const bool outer_row = cell.row == 1 || cell.row == options.rows;
  const bool odd = options.columns % 2 == 1;
  const int left_middle = odd ? (options.columns + 1) / 2 : options.columns / 2;
  const int right_middle = odd ? left_middle : left_middle + 1;
  return outer_row || cell.column == left_middle || cell.column == right_middle;
}

// K1: light is the left part, except medium cells.
bool IsLight(const Options& options, Cell cell) {
  return !IsMedium(options, cell) && 2 * cell.column <= options.columns;
}

// K1: dark is the right part, except medium cells.
bool IsDark(const Options& options, Cell cell) {
  return !IsMedium(options, cell) && 2 * cell.column > options.columns;
}

// K4: White on light or medium cells, Black on dark or medium cells. K15: no zones, any cell.
Cells PlacementCells(const Options& options, Colour colour) {
  Cells cells;
  for (const Cell cell : AllCells(options)) {
    const bool own_zone = colour == Colour::kWhite ? IsLight(options, cell) : IsDark(options, cell);
    if (!options.zones || own_zone || IsMedium(options, cell)) cells.insert(cell);
  }
  return cells;
}

int Score(const Position& position, Colour colour) {
  int score = 0;
  for (const auto& [cell, owner] : position.conquered) score += owner == colour ? 1 : 0;
  return score;
}

std::string PiecesText(const Pieces& pieces) {
  std::string text;
  for (const char shape : {'c', 't'}) {
    Cells cells;
    for (const auto& [cell, piece] : pieces) {
      if (piece == shape) cells.insert(cell);
    }
    if (cells.empty()) continue;
    if (!text.empty()) text += " ";
    text += shape;
    text.append(" ").append(CellNames(cells));
  }
  return text;
}

Pieces ParsePieces(const std::string& text) {
  Pieces pieces;
  char shape = '?';
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "c" || word == "t") {
      shape = word[0];
    } else {
      pieces[ParseCell(word)] = shape;
    }
  }
  return pieces;
}

}  // namespace kvintet::reference::kontranto
