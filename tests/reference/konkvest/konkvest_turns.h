// Turns: the legal turns of the reference Konkvest after the placement (Q5, Q6).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// One turn: a move (`from` and `to`), with `promote` if the piece promotes in the same turn; a
// promotion on the spot (`from` equal to `to`, and `promote`); or a drop of `dropped` on `to`.
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

// The position after the turn, with the other side to move. Rows of attacks continue. REQUIRES: the
// turn is legal.
Position After(const Position& position, const Turn& turn, const Options& options);

// Whether the turn captures the enemy queen, or ends with the player's queen on the enemy base.
bool TopplesQueen(const Position& position, const Turn& turn);
bool Occupies(const Position& position, const Turn& turn);

// Q7.4: whether the side to move has no turn among `turns`, or only queen moves of the kind that
// the clause names.
bool IsBlockaded(const Position& position, const Turns& turns, const Options& options);

}  // namespace kvintet::reference::konkvest
