// Sides: bit operations on the colours along the six sides of a cell.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// The colours that are set on at least two sides.
inline Sides Twice(Sides sides) {
  const Sides low = sides & 0xFFF;
  const Sides high = sides >> 12;
  const Sides any = low | high;
  const Sides both = low & high;
  const Sides next = any & any >> 4;
  return (next | next >> 4 | (any & any >> 8) | both | both >> 4 | both >> 8) & kAllColours;
}

// The sides that have any colour, with all their bits set.
inline Sides Present(Sides sides) {
  Sides any = sides | sides >> 2;
  any |= any >> 1;
  return (any & 0x111111) * kAllColours;
}

// The colours that a tile on the cell may not show. `facing`: the colours that face the cell.
// `third`: for each side, the colours that already face the empty cell beyond it twice
// (restriction 1); 0 without restrictions.
inline Sides DeniedSides(Sides facing, Sides third) {
  const Sides present = Present(facing);
  return (present & ~facing) | (~present & third);
}

// The rotations of a tile, as bits, in which no side has a colour denied to it.
inline unsigned RotationsWithout(Sides denied, int tile) {
  const std::array<Sides, kSides + 2>& sides = kTileTable.sides[static_cast<size_t>(tile)];
  unsigned rotations = 0;
#ifdef __AVX2__
  const __m256i turned = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sides.data()));
  const __m256i clash = _mm256_and_si256(turned, _mm256_set1_epi32(static_cast<int>(denied)));
  const __m256i fits = _mm256_cmpeq_epi32(clash, _mm256_setzero_si256());
  rotations = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(fits)));
#else
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    rotations |= (sides[rotation] & denied) == 0 ? 1u << rotation : 0;
  }
#endif
  return rotations & 63u;
}

// The tiles with a rotation in which no side has a colour denied to it.
inline TileSet TilesWithout(Sides denied) {
  const Sides allowed = ~denied;
  TileSet tiles = 0;
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    TileSet fitting = ~TileSet{0};
    for (size_t letter = 0; letter < kSides; ++letter) {
      const size_t direction = (letter + rotation) % kSides;
      fitting &= kTileTable.with[letter][allowed >> (kSideBits * direction) & kAllColours];
    }
    tiles |= fitting;
  }
  return tiles;
}
// The tiles that fit a space by the colours that face it alone.
inline TileSet TilesFacing(Sides facing) { return TilesWithout(DeniedSides(facing, 0)); }

}  // namespace kvintet::envs::tantrix
