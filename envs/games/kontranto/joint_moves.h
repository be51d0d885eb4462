// Joint moves: all that one side can do in a step, counted, listed, and the best of it against a
// mixed strategy of the other side.
//
// What two joint moves are worth together is often, and of clashes always, a sum over pairs of one
// piece of each side. Then a mixed strategy counts only by how likely each piece comes to each
// cell, and the best answer to it is an assignment of pieces to cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::envs::kontranto {

// A target of every piece of SideMoves, in its order: a cell, or kGivenUp.
using JointMove = std::array<uint8_t, kMaxPieces>;

// Pieces of one shape count as different, as they stand on different cells.
int64_t CountJointMoves(const SideMoves& moves);

// Calls visit for every legal joint move, in ascending order of targets, given-up last.
void VisitJointMoves(const SideMoves& moves, const std::function<void(const JointMove&)>& visit);

// One joint move of a mixed strategy.
struct MixedMove {
  JointMove move = {};
  double probability = 0;
};

// A number for each piece of a side and each cell: a probability that it comes there, or what that
// is worth. A piece given up is nowhere, and worth nothing.
using PieceCells = std::array<std::array<double, kMaxCells + 1>, kMaxPieces>;

// How likely each piece comes to each cell.
PieceCells Marginals(const SideMoves& moves, std::span<const MixedMove> strategy);
// The same if every piece moves uniformly and by itself, whatever its comrades do.
PieceCells UniformMarginals(const SideMoves& moves);

// What a side's piece gets of the other's: both piece and cell, in the order of SideMoves.
using PairPayoff = std::function<double(int own_piece, int own_cell, int piece, int cell)>;
// What clashes are worth to White (K6): 1 for the same shape, -1 for different ones. Negate it for
// Black.
PairPayoff ClashPayoff(const SideMoves& white, const SideMoves& black);

// What each piece of `own` gets on each cell it can reach, expected over the other's marginals.
PieceCells ExpectedPayoffs(const SideMoves& own, const SideMoves& other,
                           const PieceCells& marginals, const PairPayoff& payoff);

// A joint move and what it is worth.
struct BestMove {
  JointMove move = {};
  double value = 0;
};

// The legal joint move whose pieces' worths have the largest sum; of equals the first. Exact, by
// branch and bound.
BestMove BestJointMove(const SideMoves& moves, const PieceCells& worth);

}  // namespace kvintet::envs::kontranto
