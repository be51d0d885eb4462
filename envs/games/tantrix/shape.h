// Shape: which arrangements of tiles may lie on the table, by the closure of T4.
#pragma once

#include "absl/status/status.h"

#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// Takes the table, with one more tile on `cell` if given, and fills spaces touched by three tiles
// one after another, by shape alone. Returns whether no space is filled with, or left with, four
// tiles around it. `filled`, if given, receives the final number of cells with a tile.
bool ClosureHolds(const Table& table, const Cell* cell, int* filled);

// Fails on a table that is not connected with a tile on 0,0, or whose colours do not match, or, if
// `restricted`, that violates T4.
absl::Status CheckShape(const Table& table, bool restricted);

}  // namespace kvintet::envs::tantrix
