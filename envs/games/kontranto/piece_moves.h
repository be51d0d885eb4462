// SideMoves: where each piece of one side may go in a step so that the whole move stays legal.
//
// A whole move gives every piece that may act a cell, different for different pieces (K5), or gives
// it up. Only pieces on conquered cells can be given up, and as few as possible (K6).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/games/kontranto/grid.h"

namespace kvintet::envs::kontranto {

inline constexpr int kMaxPieces = 6;  // of one side

// The piece leaves the board with this move.
inline constexpr uint8_t kGivenUp = 254;

// The pieces of one side that act in a step (all that are not frozen), in the order in which they
// choose.
struct SideMoves {
  int count = 0;
  std::array<uint8_t, kMaxPieces> cells = {};
  // 0 circle, 1 triangle.
  std::array<uint8_t, kMaxPieces> shapes = {};
  // The possible targets of each piece, ignoring own pieces.
  std::array<Cells, kMaxPieces> targets = {};
  // Bit i: piece i stands on a conquered cell.
  uint32_t leavers = 0;

  bool MustLeave(int piece) const { return (leavers >> piece & 1) != 0; }
};

// What one piece may do after the pieces before it have chosen and before the later ones have.
struct PieceChoice {
  Cells targets = 0;
  bool give_up = false;
};

// The choices of piece `piece` that the later pieces can complete to a legal whole move. REQUIRES:
// the earlier pieces have taken the cells `taken` and given up pieces as this rule allows.
PieceChoice LegalChoice(const SideMoves& moves, int piece, Cells taken);

// The number of pieces that every legal whole move gives up.
int FewestGivenUp(const SideMoves& moves);

}  // namespace kvintet::envs::kontranto
