// Piece: the six kinds of pieces of the reference PÜNCT and their placement.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/reference/punct/punct_board.h"

namespace kvintet::reference::punct {

// The letters of the kinds.
inline const std::string kKinds = "TCELMR";

// A kind of piece, the space of its PÜNCT and its rotation (0 to 5).
struct Placement {
  char kind = 'T';
  Space punct;
  int rotation = 0;
  bool operator==(const Placement&) const = default;
};

// P2: the spaces under the three dots: the PÜNCT's, then the minor dots' as in the table.
std::array<Space, 3> DotsOf(const Placement& placement);

// The distinct rotations of a kind, ascending; the lowest of equal ones.
std::vector<int> DistinctRotations(char kind);

// The indices in DotsOf of the dots of a straight or elbow: its middle, then its ends. REQUIRES:
// not a triangle.
struct MiddleAndEnds {
  std::size_t middle = 0;
  std::size_t end = 0;
  std::size_t other_end = 0;
};
MiddleAndEnds MiddleAndEndsOf(char kind);

// `H9/2`: the PÜNCT's space and the rotation.
std::string PlaceText(const Board& board, const Placement& placement);

// A piece on the board.
struct Piece {
  char owner = 'w';  // or `b`
  Placement placement;
  int level = 0;  // 0: on the board
  bool operator==(const Piece&) const = default;
};

// `w T H9/2`.
std::string PieceText(const Board& board, const Piece& piece);

}  // namespace kvintet::reference::punct
