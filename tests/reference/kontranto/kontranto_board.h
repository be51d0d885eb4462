// Position: the board of the reference Kontranto, its cells, zones and pieces (K1, K15).
#pragma once

#include <map>
#include <set>
#include <string>

namespace kvintet::reference::kontranto {

// K15. A game REQUIRES: columns 3..9, rows 2..7, white and black with 1 to 6 letters `c` or `t`,
// target 1 to the number of cells.
struct Options {
  int columns = 7;
  int rows = 5;
  std::string white = "cctt";
  std::string black = "cctt";
  bool zones = true;  // false: `zones=none`
  int target = 18;
  bool rook = false;  // false: `moves=king`
  bool colour_choice = true;
  bool two_step_remaining = false;  // `two_step_pieces=remaining`
};

// K1. Column 1 is `A`, the leftmost; row 1 is the lowest. Ordered by column, then row.
struct Cell {
  int column = 1;
  int row = 1;
  bool operator==(const Cell&) const = default;
  bool operator<(const Cell& other) const {
    return column != other.column ? column < other.column : row < other.row;
  }
};

using Cells = std::set<Cell>;

// A side.
enum class Colour { kWhite, kBlack };

// The shapes of a side's pieces, `c` or `t`, by the cells they stand on.
using Pieces = std::map<Cell, char>;

// The conquered cells with their owners, and each side's pieces. Pieces may stand on conquered
// cells (K6).
struct Position {
  std::map<Cell, Colour> conquered;
  std::map<Colour, Pieces> pieces = {{Colour::kWhite, {}}, {Colour::kBlack, {}}};
};

// Aborts the program if a caller has broken a contract.
void Require(bool kept, const char* contract);

Colour Other(Colour colour);
std::string ColourName(Colour colour);

// `D3`, and back. REQUIRES: a letter and a digit.
std::string CellName(Cell cell);
Cell ParseCell(const std::string& name);

// Names in order, separated by spaces.
std::string CellNames(const Cells& cells);

Cells AllCells(const Options& options);

// Whether cells are neighbours by a king's move, or by a rook's under `moves=rook` (K1, K15).
bool AreNeighbours(const Options& options, Cell one, Cell other);
Cells Neighbours(const Options& options, Cell cell);

// The zones of the first step (K1, K15), independent of `zones`.
bool IsMedium(const Options& options, Cell cell);
bool IsLight(const Options& options, Cell cell);
bool IsDark(const Options& options, Cell cell);

// Where a side may place its pieces in the first step (K4).
Cells PlacementCells(const Options& options, Colour colour);

// The cells conquered by `colour`.
int Score(const Position& position, Colour colour);

// `c C3 C4 t C5 F5`, and back: the circles' cells, then the triangles' cells; a shape without
// pieces is left out.
std::string PiecesText(const Pieces& pieces);
Pieces ParsePieces(const std::string& text);

}  // namespace kvintet::reference::kontranto
