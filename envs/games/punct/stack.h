// Lifted, Rebuild, MarkMovable: remove pieces from the board, place them and update the surface.
#pragma once

#include <array>

#include "envs/games/punct/board.h"
#include "envs/games/punct/position.h"

namespace kvintet::envs::punct {

// The spots of a piece's dots. REQUIRES: it is on the board.
inline std::array<int, 3> DotsOf(const Board& board, int index, const Piece& piece) {
  return board.Dots(kKindOfPiece[static_cast<size_t>(index)], piece.spot, piece.rotation);
}

inline int HeightAt(const Surface& surface, int spot) {
  int height = 0;
  for (size_t digit = 0; digit < kHeightDigits; ++digit) {
    height |= static_cast<int>(surface.height[digit].Has(spot)) << digit;
  }
  return height;
}

// The surface without piece `index` of a colour. REQUIRES: the piece is movable.
Surface Lifted(const Board& board, const Position& position, int colour, int index);

// Covers three spots with dots at a level.
void Cover(const std::array<int, 3>& dots, int colour, int level, Surface* surface);

// The level of the ends of a piece if its dots may lie there by P4, or -1. Above the board, the dot
// under the PÜNCT must have the piece's colour.
int LevelAt(const Board& board, const Surface& surface, int colour, int kind, int spot,
            int rotation);

// Replaces piece `gone` (kInSupply for a new piece) by `piece` and keeps the pieces of the kind
// ordered.
void Replace(int kind, const Piece& gone, const Piece& piece, Side* side);

// Marks the pieces that are topmost on all their spaces.
void MarkMovable(const Board& board, Position* position);

// Recomputes surface and movability from the pieces.
void Rebuild(const Board& board, Position* position);

// The movable piece of the side to move whose PÜNCT is topmost on a spot, or -1.
int MovablePieceAt(const Position& position, int spot);

}  // namespace kvintet::envs::punct
