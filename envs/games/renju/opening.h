// Opening: the first moves' points, the 26 openings' names, and which fifth moves may be offered
// together (R5, R6, R9).
#pragma once

#include <string_view>

#include "envs/games/renju/board.h"

namespace kvintet::envs::renju {

// The points within `reach` of the centre in both coordinates.
Board CentralPoints(int reach);

// `D4 Kagetsu`: the name of the opening with these second and third stones, whichever way it is
// turned; empty if it is none of the 26.
std::string_view OpeningName(int second, int third);

// Where the symmetries of four stones, two of each colour, carry `point`, itself included:
// rotations, reflections and shifts of the lattice that map the stones onto themselves, colours
// kept, the board's edges ignored. At most eight points.
Board EqualOffers(const Board& black, const Board& white, int point);

// The rank of a point in the canonical order of offers: by column, then row, of the board as it was
// before symmetry `order` turned it.
int OfferRank(int order, int point);

// Free points that may be offered first: some later, truly different point is left for the second.
Board FirstOffers(const Board& black, const Board& white, const Board& free, int order);

// Free points that may be offered after `first`.
Board SecondOffers(const Board& black, const Board& white, const Board& free, int order, int first);

}  // namespace kvintet::envs::renju
