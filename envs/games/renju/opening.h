// Opening: the points of the first moves, the names of the 26 openings, and which fifth moves may
// be offered together (R5, R6, R9).
#pragma once

#include <string_view>

#include "envs/games/renju/board.h"

namespace kvintet::envs::renju {

// The points within `reach` of the centre in both coordinates.
Board CentralPoints(int reach);

// The name of the opening with these second and third stones, in any orientation, e.g. `D4
// Kagetsu`; empty if it is none of the 26.
std::string_view OpeningName(int second, int third);

// The images of `point`, including itself, under the symmetries of four stones, two of each colour:
// rotations, reflections and lattice shifts that map the stones onto themselves and keep their
// colours, ignoring the edges of the board. At most eight points.
Board EqualOffers(const Board& black, const Board& white, int point);

// The rank of a point in the canonical order of offers: by column, then row, of the board before
// symmetry `order` was applied.
int OfferRank(int order, int point);

// Free points that may be offered first: at least one later, truly different point remains for the
// second.
Board FirstOffers(const Board& black, const Board& white, const Board& free, int order);

// Free points that may be offered after `first`.
Board SecondOffers(const Board& black, const Board& white, const Board& free, int order, int first);

}  // namespace kvintet::envs::renju
