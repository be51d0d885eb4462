// Reach: where a piece of the reference Konkvest may attack and relocate (Q2).
#pragma once

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// Q2: the free and enemy-held cells that the piece on `from` attacks, without regard to the limit
// of the reserve. REQUIRES: a piece stands on `from`.
Cells Attacks(const Board& board, Cell from, const Options& options);

// Q2: the free cells to which the piece on `from` may relocate; some of them may be attacked too.
// REQUIRES: a piece stands on `from`.
Cells Relocations(const Board& board, Cell from, const Options& options);

// Whether a piece of `player` could capture what stands on `cell`.
bool IsAttackedBy(const Board& board, int player, Cell cell, const Options& options);

}  // namespace kvintet::reference::konkvest
