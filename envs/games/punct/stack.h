// Lifted, Put, MarkMovable: pieces taken from the board and put on it.
#pragma once

#include <array>

#include "envs/games/punct/board.h"
#include "envs/games/punct/position.h"

namespace kvintet::envs::punct {

// The spots of a piece's dots; REQUIRES: it is on the board.
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

// The board without a movable piece: piece `index` of a colour.
Surface Lifted(const Board& board, const Position& position, int colour, int index);

// Covers three spots with dots at a level.
void Cover(const std::array<int, 3>& dots, int colour, int level, Surface* surface);

// Whether the dots of a piece lie as P4 wants: the level of its ends, or -1 where it cannot lie.
// The PÜNCT's ground is to be of its colour above the board.
int LevelAt(const Board& board, const Surface& surface, int colour, int kind, int spot,
            int rotation);

// Puts a piece among those of its kind, and `gone` out of it (kInSupply for a new one).
void Replace(int kind, const Piece& gone, const Piece& piece, Side* side);

// Finds which pieces are topmost on all their spaces.
void MarkMovable(const Board& board, Position* position);

// Surface and movability of the pieces as they lie.
void Rebuild(const Board& board, Position* position);

// The piece of the side to move whose PÜNCT is topmost on a spot and which may move; -1 for none.
int MovablePieceAt(const Position& position, int spot);

}  // namespace kvintet::envs::punct
