// PerftActions, PerftMoves: count the ways in which a game can continue to a given depth.
//
// Used to check the rules against other programs. Every outcome of chance counts. In a simultaneous
// stage seat 0 makes its whole move first. Sequences that end before `depth` do not count.
#pragma once

#include <cstdint>

#include "envs/game.h"

namespace kvintet::envs {

// The number of sequences of `depth` actions and outcomes. `history` is the position's history.
uint64_t PerftActions(const Game& game, ConstPositions one, const RepetitionHistory& history,
                      int depth);

// The number of sequences of `depth` whole moves and outcomes, which are the lines of a trace.
// REQUIRES: no seat is in the middle of a move.
uint64_t PerftMoves(const Game& game, ConstPositions one, const RepetitionHistory& history,
                    int depth);

}  // namespace kvintet::envs
