// PerftActions, PerftMoves: how many ways a game can go on for so many steps.
//
// For checks of the rules against other programs. Every outcome of chance counts; in a simultaneous
// stage seat 0 makes its whole move first. Ways that end before `depth` do not count.
#pragma once

#include <cstdint>

#include "envs/game.h"

namespace kvintet::envs {

// Sequences of `depth` actions and outcomes. `trail` belongs to the position.
uint64_t PerftActions(const Game& game, ConstPositions one, const Trail& trail, int depth);

// Sequences of `depth` whole moves and outcomes: the lines of a trace. REQUIRES: nobody is in the
// middle of a move.
uint64_t PerftMoves(const Game& game, ConstPositions one, const Trail& trail, int depth);

}  // namespace kvintet::envs
