// Table: the pieces on the board of the reference PÜNCT as they lie on and over one another.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tests/reference/punct/punct_board.h"
#include "tests/reference/punct/punct_piece.h"

namespace kvintet::reference::punct {

// The pieces on the board in any order.
using Pieces = std::vector<Piece>;

// What is seen from above on a space.
struct TopDot {
  char owner = 'w';
  int level = 0;
};

// The topmost dot of every space that has one.
using Surface = std::map<Space, TopDot>;

Surface SurfaceOf(const Pieces& pieces);

// P4: h, the level of a dot that would be laid on the space next.
int HeightOf(const Surface& surface, Space space);

// P4: whether none of its three spaces has a dot above this piece's. REQUIRES: it is among the
// pieces of the surface.
bool IsTopmost(const Surface& surface, const Piece& piece);

// P4: the level at which a piece of `owner` comes to lie if it is moved there; nullopt if it may
// not be. The surface is without the piece itself.
std::optional<int> RestingLevel(const Board& board, const Surface& surface, char owner,
                                const Placement& placement);

// P5: whether adjacent topmost dots of `owner` join two opposite sides.
bool Connects(const Board& board, const Surface& surface, char owner);

// Topmost dots of `owner` in the centre.
int CentreDots(const Board& board, const Surface& surface, char owner);

}  // namespace kvintet::reference::punct
