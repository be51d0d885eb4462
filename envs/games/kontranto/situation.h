// SituationKey: an exact key of which pieces stand where in an area (K8).
#pragma once

#include "base/hash.h"
#include "envs/games/kontranto/position.h"

namespace kvintet::envs::kontranto {

// The cells of one side's pieces.
inline Cells SideCells(const PieceSets& pieces, size_t colour) {
  return pieces[colour][kCircle] | pieces[colour][kTriangle];
}

// Contains which cells are occupied, which of those by White and which by triangles, and the lowest
// cell of the area. The key is exact, since a cell of an area holds at most one piece: 63 + 12 + 12
// + 6 bits for 12 pieces. (On the standard board each of the 8 pieces is on one of 35 cells or on
// none of the area's, so there are 36^8 < 2^48 situations.)
inline Key128 SituationKey(const PieceSets& pieces, Cells area) {
  const Cells white = SideCells(pieces, kWhite);
  const Cells triangles = pieces[kWhite][kTriangle] | pieces[kBlack][kTriangle];
  const Cells occupied = (white | SideCells(pieces, kBlack)) & area;
  return {occupied, Extract(white, occupied) | Extract(triangles, occupied) << 12 |
                        static_cast<uint64_t>(LowestCell(area)) << 24};
}

// The lowest cell of the area that a key belongs to.
inline int AreaOf(const Key128& key) { return static_cast<int>(key.high >> 24); }

}  // namespace kvintet::envs::kontranto
