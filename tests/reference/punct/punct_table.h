// Table: the pieces on the board of the reference PÜNCT, and how they are stacked.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tests/reference/punct/punct_board.h"
#include "tests/reference/punct/punct_piece.h"

namespace kvintet::reference::punct {

// The pieces on the board in any order.
using Pieces = std::vector<Piece>;

// The dot that is visible from above on a space.
struct TopDot {
  char owner = 'w';
  int level = 0;
};

// The topmost dot of every space that has one.
using Surface = std::map<Space, TopDot>;

Surface SurfaceOf(const Pieces& pieces);

// P4: h, the level of the next dot placed on the space.
int HeightOf(const Surface& surface, Space space);

// P4: whether none of its three spaces has a dot above this piece's. REQUIRES: it is among the
// pieces of the surface.
bool IsTopmost(const Surface& surface, const Piece& piece);

// P4: the level of a piece of `owner` after a move to this placement; nullopt if the move is not
// allowed. The surface does not contain the piece itself.
std::optional<int> RestingLevel(const Board& board, const Surface& surface, char owner,
                                const Placement& placement);

// P5: whether adjacent topmost dots of `owner` connect two opposite sides.
bool Connects(const Board& board, const Surface& surface, char owner);

// The number of topmost dots of `owner` in the centre.
int CentreDots(const Board& board, const Surface& surface, char owner);

}  // namespace kvintet::reference::punct
