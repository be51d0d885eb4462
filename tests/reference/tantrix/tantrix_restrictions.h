// Restrictions of the reference Tantrix: clause T4, and the legal fills and free moves they leave.
#pragma once

#include <vector>

#include "tests/reference/tantrix/tantrix_table.h"

namespace kvintet::reference::tantrix {

// T4.1: whether with this tile an empty space would have three or more edges of one colour facing
// it.
bool BreaksFirstRestriction(const Table& table, const Placement& placement);

// T4.2 and T4.3, which depend on shape alone: with a tile on `place`, if the forced spaces are then
// filled one after another, some space is filled with, or left with, four or more tiles beside it.
// A forced space itself may always be filled.
bool BreaksSecondOrThird(const Shape& shape, Place place);

// T3: every way to place one of `tiles` on a forced space. `bag_holds` says whether the bag still
// has a tile; if not, the restrictions no longer apply (T5).
std::vector<Placement> Fills(const Table& table, const std::vector<int>& tiles, bool bag_holds);

// T3: every way to place one of `tiles` on any space, forced ones included.
std::vector<Placement> FreeMoves(const Table& table, const std::vector<int>& tiles, bool bag_holds);

}  // namespace kvintet::reference::tantrix
