// Territory: what the players of the reference Konkvest hold, and where they may promote (Q4).
#pragma once

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// The cells a pawn or queen of `player` on `cell` holds: its own and those directly behind it.
Cells HeldFrom(Cell cell, int player, const Options& options);

// The conquered territory of `player`: what its pawns and queen hold, no man's land included.
Cells Conquered(const Board& board, int player, const Options& options);

// Cells in both players' territory.
Cells NoMansLand(const Board& board, const Options& options);

// The conquered territory except no man's land, where `player` may drop.
Cells DropZone(const Board& board, int player, const Options& options);

// Where `player` may promote; without active pawns this includes the last stand.
Cells DevelopmentZone(const Board& board, int player, const Options& options);

// Whether the piece on `cell` may be turned over on this board. REQUIRES: a piece stands there.
bool MayPromote(const Board& board, Cell cell, const Options& options);

}  // namespace kvintet::reference::konkvest
