// Joint moves: counts and lists all moves of one side in a step, and finds the best one when each
// piece's cell has its own value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::envs::kontranto {

// The target of every piece of SideMoves, in the same order: a cell, or kGivenUp.
using JointMove = std::array<uint8_t, kMaxPieces>;

// Pieces of one shape count as distinct, since they stand on different cells.
int64_t CountJointMoves(const SideMoves& moves);

// Calls `visit` for every legal joint move, in ascending order of targets, with kGivenUp last.
void VisitJointMoves(const SideMoves& moves, const std::function<void(const JointMove&)>& visit);

// The value for each piece of a side of ending on each cell. A piece that is given up has no cell
// and the value 0.
using PieceCells = std::array<std::array<double, kMaxCells + 1>, kMaxPieces>;

// A joint move and its value.
struct BestMove {
  JointMove move = {};
  double value = 0;
};

// The legal joint move with the largest sum of values; of equal ones the first. Exact, by branch
// and bound.
BestMove BestJointMove(const SideMoves& moves, const PieceCells& worth);

}  // namespace kvintet::envs::kontranto
