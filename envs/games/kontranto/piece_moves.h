// SideMoves: where each piece of one side may go in a step, and what of that keeps a whole move
// legal.
//
// A whole move gives every piece that may act one cell, different for different pieces (K5), or
// gives it up; only pieces on conquered cells can be given up, and as few as possible (K6).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/games/kontranto/grid.h"

namespace kvintet::envs::kontranto {

inline constexpr int kMaxPieces = 6;  // of one side

// In a move: the piece leaves the board.
inline constexpr uint8_t kGivenUp = 254;

// The pieces of one side that act in a step, in the order in which they choose: all that are not
// frozen.
struct SideMoves {
  int count = 0;
  std::array<uint8_t, kMaxPieces> cells = {};
  // 0 circle, 1 triangle.
  std::array<uint8_t, kMaxPieces> shapes = {};
  // Where each may go, own pieces aside.
  std::array<Cells, kMaxPieces> targets = {};
  // Bit i: piece i stands on a conquered cell.
  uint32_t leavers = 0;

  bool MustLeave(int piece) const { return (leavers >> piece & 1) != 0; }
};

// What one piece may do, when those before it have chosen and all after it have not.
struct PieceChoice {
  Cells targets = 0;
  bool give_up = false;
};

// The choices of piece `piece` that some choices of the later ones complete to a legal whole move.
// REQUIRES: the pieces before it have taken the cells `taken` and given up as the same rule allows.
PieceChoice LegalChoice(const SideMoves& moves, int piece, Cells taken);

// How many pieces every legal whole move gives up.
int FewestGivenUp(const SideMoves& moves);

}  // namespace kvintet::envs::kontranto
