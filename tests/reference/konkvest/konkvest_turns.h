// Turns: what a player of the reference Konkvest may do in a turn after the placement (Q5, Q6).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// One turn: a move (`from` and `to`), with `promote` in the same turn; a promotion on the spot
// (`from` equal to `to`, and `promote`); a drop of `dropped` on `to`.
struct Turn {
  std::optional<Cell> from;
  Cell to = {};
  bool captures = false;
  bool promote = false;
  char dropped = 0;
};

// Turns by their texts, so sorted by bytes.
using Turns = std::map<std::string, Turn>;

// Such as `c4-d4`, `c4xd5`, `f3-g4+`, `g4+`, `P@c2`.
std::string TurnText(const Turn& turn);

// Every legal turn of the side to move.
Turns LegalTurns(const Position& position, const Options& options);

// What stands after the turn; the other side is to move. Rows of attacks are carried on.
// REQUIRES: the turn is legal.
Position After(const Position& position, const Turn& turn, const Options& options);

// Whether the turn captures the enemy queen, or ends with the own queen on the enemy base.
bool TopplesQueen(const Position& position, const Turn& turn);
bool Occupies(const Position& position, const Turn& turn);

// Q7.4: the side to move has no turn among `turns`, or only such queen moves as the clause says.
bool IsBlockaded(const Position& position, const Turns& turns, const Options& options);

}  // namespace kvintet::reference::konkvest
