// Joint moves: all that one side can do in a step, counted, listed, and the best of it where each
// piece's cell has a worth of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::envs::kontranto {

// A target of every piece of SideMoves, in its order: a cell, or kGivenUp.
using JointMove = std::array<uint8_t, kMaxPieces>;

// Pieces of one shape count as different, as they stand on different cells.
int64_t CountJointMoves(const SideMoves& moves);

// Calls visit for every legal joint move, in ascending order of targets, given-up last.
void VisitJointMoves(const SideMoves& moves, const std::function<void(const JointMove&)>& visit);

// What it is worth for each piece of a side to come to each cell. A piece given up is nowhere, and
// worth nothing.
using PieceCells = std::array<std::array<double, kMaxCells + 1>, kMaxPieces>;

// A joint move and what it is worth.
struct BestMove {
  JointMove move = {};
  double value = 0;
};

// The legal joint move whose pieces' worths have the largest sum; of equals the first. Exact, by
// branch and bound.
BestMove BestJointMove(const SideMoves& moves, const PieceCells& worth);

}  // namespace kvintet::envs::kontranto
