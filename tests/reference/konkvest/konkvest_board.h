// Board: the cells of the reference Konkvest and the pieces on them (Q1, Q3).
#pragma once

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kvintet::reference::konkvest {

// Aborts the program if a caller has broken a contract.
void Require(bool kept, const char* contract);

// The rule options of the clauses.
struct Options {
  bool guard_straight = false;  // false: `guard_reach=lines`
  bool general_area = false;    // false: `general_reach=lines`
  bool queen_lines = false;     // false: `queen_retreat=straight`
  bool cone = false;            // false: `territory=strip`
  bool restart = false;         // `cycle=restart`
  int max_plies = 600;
  bool go_on = false;             // `cycle=go_on`; neither: `cycle=end`
  bool capture_ends_row = false;  // false: `capture_in_row=counts`
};

// Q1. Row 0 is `a`, row 12 `m`; number 1 is the leftmost, as seen by player 0. Ordered by row.
struct Cell {
  int row = 0;
  int number = 1;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Cell&) const = default;
};

using Cells = std::set<Cell>;

// Q1, as seen by the piece's owner.
enum class Direction { kLeft, kRight, kForwardLeft, kForwardRight, kBackLeft, kBackRight };

// Types are `P` pawn, `S` support, `G` guard, `H` hunter, `R` rook, `N` general, `Q` queen. A
// promoted piece keeps its basic type.
struct Piece {
  int owner = 0;
  char type = 'P';
  bool promoted = false;
  bool operator==(const Piece&) const = default;
};

using Board = std::map<Cell, Piece>;

// Numbers of pieces by type; a type without pieces has no entry.
using Reserve = std::map<char, int>;

// Q7.3: how many times in a row a player's piece, now on `piece`, attacked the enemy queen.
struct AttackRow {
  int count = 0;
  Cell piece = {};
  bool operator==(const AttackRow&) const = default;
};

// All pieces, and who moves. The rows of attacks are not part of the position in the sense of Q8.
struct Position {
  Board board;
  std::array<Reserve, 2> reserves;
  int side = 0;
  std::array<AttackRow, 2> attacks;
  bool operator==(const Position&) const = default;
};

inline constexpr int kNumRows = 13;
inline constexpr int kDivider = 6;
inline constexpr int kMaxInReserve = 14;

// Number of cells in a row: 6 to 12.
int RowLength(int row);

bool IsOnBoard(Cell cell);

// All 114, ascending.
std::vector<Cell> AllCells();

// The image of the cell under the half-turn of the board.
Cell HalfTurn(Cell cell);

// The neighbour in that direction, as seen by `player`; nullopt off the board.
std::optional<Cell> Step(int player, Cell cell, Direction direction);

// 0 for the row nearest to `player`, 12 for the farthest.
int RowsAhead(int player, Cell cell);

// Where `player`'s queen starts.
Cell Base(int player);

// Such as `g12`.
std::string CellName(Cell cell);

// The cell with that name; nullopt if there is none.
std::optional<Cell> ParseCell(const std::string& name);

// How many pieces `reserve` holds.
int SizeOf(const Reserve& reserve);

// Q3: queens and pawns on the board, three supports in each reserve.
Position StartPosition(int first_player);

// Q3: the type that the opening turn of this number places; turns 0 and 1 place the first rooks.
char TypeToPlace(int opening_turn);

inline constexpr int kOpeningTurns = 16;

// Q3: where `player` may place a piece in an opening turn.
Cells PlacementCells(const Board& board, int player);

}  // namespace kvintet::reference::konkvest
