// Turn: the legal turns of the reference PÜNCT, and their results.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/punct/punct_table.h"

namespace kvintet::reference::punct {

// Board, pieces and options of one variant.
struct Rules {
  Board board;
  // P2: each side's number of pieces of each kind; a kind that is absent is not used.
  std::map<char, int> supply = {{'T', 6}, {'C', 2}, {'E', 4}, {'L', 2}, {'M', 2}, {'R', 2}};
  bool standard = true;  // false: `game: basic`
  bool both = false;     // false: `supply: either`
  int max_plies = 400;
};

// The same on 55 spaces, with four pieces for each side and at most 60 plies.
Rules TinyRules();

// The pieces on the board and who is to move.
struct Position {
  Pieces pieces;
  char side = 'w';
};

char Opponent(char side);

// The pieces of `owner` that are not on the board, by kind, zeros included.
std::map<char, int> SupplyOf(const Rules& rules, const Position& position, char owner);

// P5: whether the supply is used up, as the option says.
bool SupplyIsUsedUp(const Rules& rules, const Position& position);

// P3: a new piece, or a move of the piece whose topmost PÜNCT is on `from`.
struct Turn {
  std::optional<Space> from;  // nullopt: a new piece
  Piece piece;                // as it lies afterwards
};

// `T H9/2` or `H9-K12/3`.
std::string TurnText(const Rules& rules, const Turn& turn);

// Every turn of the side to move, by what P3 and P4 say.
std::vector<Turn> LegalTurns(const Rules& rules, const Position& position);

// The position after a legal turn.
Position After(const Position& position, const Turn& turn);

}  // namespace kvintet::reference::punct
