// Shapes of a table of Tantrix: what may lie there at all, by the closure of T4.
#pragma once

#include "absl/status/status.h"

#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// Whether no space is filled with, or left with, four tiles around it when, on the table with a
// tile added on `cell` (if any), spaces touched by three are filled one after another, by shape
// alone. `filled`, if given, receives the number of cells with a tile then.
bool ClosureHolds(const Table& table, const Cell* cell, int* filled);

// Refuses a table that is not connected with a tile on 0,0, or whose colours do not match;
// `restricted`: or that breaks T4.
absl::Status CheckShape(const Table& table, bool restricted);

}  // namespace kvintet::envs::tantrix
