// Position: the pieces on the board, the surface that they form, and the pending decision.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/games/punct/board.h"

namespace kvintet::envs::punct {

// Also the index of a side's data, and its seat. White starts.
enum Colour : uint8_t { kWhite = 0, kBlack = 1 };

// A turn is two actions.
enum class Stage : uint8_t {
  kWhat,   // a kind from the supply, or an own piece on the board
  kWhere,  // where it goes, and its rotation
  kOver
};

// How the game ended (P5).
enum class End : uint8_t { kNone, kConnection, kSupply, kRepetition, kMaxPlies, kNoTurn };

// A piece. All its dots lie at one level; the level of the board is 0.
struct Piece {
  uint8_t spot;  // of its PÜNCT; kNoSpot for one in the supply, whose other numbers are 0
  uint8_t rotation;
  uint8_t level;
  uint8_t movable;  // 1 if nothing lies on or over any of its spaces (P4)
  bool operator==(const Piece&) const = default;
};
inline constexpr Piece kInSupply = {kNoSpot, 0, 0, 0};

// The number of binary digits of the greatest height, which 36 pieces bound.
inline constexpr int kHeightDigits = 6;

// The board as seen from above.
struct Surface {
  // The spots of the topmost dots, by colour.
  std::array<Spots, 2> top;
  // The height of each spot (P4: one more than the level of its topmost dot, otherwise 0), one set
  // per binary digit, the lowest first. Air under a bridge counts as filled.
  std::array<Spots, kHeightDigits> height;
};

// The pieces of one side, ordered by kind as in kKindLetters, with kMaxOfKind[kind] entries each.
// Pieces of a kind are ordered by spot, then level, followed by those in the supply (or not in the
// box). Swapping equal pieces therefore gives the same position.
using Side = std::array<Piece, kMaxPieces>;

// The index of the first piece of each kind in a Side.
inline constexpr std::array<int, kKinds + 1> kFirstOfKind = {0, 6, 8, 12, 14, 16, 18};
inline constexpr std::array<uint8_t, kMaxPieces> kKindOfPiece = {0, 0, 0, 0, 0, 0, 1, 1, 2,
                                                                 2, 2, 2, 3, 3, 4, 4, 5, 5};

inline constexpr uint8_t kNothing = 255;
inline constexpr uint8_t kNobody = 2;

struct Position {
  Surface surface;
  std::array<Side, 2> pieces;  // by Colour
  std::array<std::array<uint8_t, kKinds>, 2> supply;
  uint16_t plies;   // turns made
  uint8_t to_move;  // Colour; White at the end
  Stage stage;
  // In kWhere, the action that chose the piece; otherwise kNothing.
  uint8_t chosen;
  // How often this position has occurred since the last new piece, including now; at least 1.
  uint8_t occurrences;
  // The space that the last moved PÜNCT came from (P7); kNoSpot after a new piece.
  uint8_t origin;
  End end;
  uint8_t winner;  // Colour, or kNobody
  std::array<uint8_t, 3> zero;
};

// The highest level of a piece.
inline int HighestLevel(const Position& p) {
  int highest = 0;
  for (const Side& side : p.pieces) {
    for (const Piece& piece : side) {
      highest = std::max<int>(highest, piece.level);
    }
  }
  return highest;
}

// Calls visit(colour, index, piece) for each piece on the board at a level.
template <typename Visit>
void ForEachPieceAt(const Position& p, int level, Visit visit) {
  for (size_t colour = 0; colour < p.pieces.size(); ++colour) {
    for (size_t i = 0; i < kMaxPieces; ++i) {
      const Piece& piece = p.pieces[colour][i];
      if (piece.spot != kNoSpot && piece.level == level) {
        visit(colour, static_cast<int>(i), piece);
      }
    }
  }
}

}  // namespace kvintet::envs::punct
