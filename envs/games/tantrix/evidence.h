// Evidence: what play has revealed about a hidden rack, and racks sampled accordingly.
//
// A player who stops filling forced spaces, or makes a free move, holds no tile that fills one.
// Such a tile is absent at that moment and can be in the rack later only if it was drawn since.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/rng.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// The six tiles of the deal, and every tile of the bag after both deals.
inline constexpr size_t kMaxDraws = 50;

// Public evidence about one seat's rack. Draws are counted from 1. All zero if racks are open.
struct Evidence {
  // By tile: the number of tiles the seat had drawn when the tile was last proved absent; 0 for
  // never. Always 0 for tiles that have been played.
  std::array<uint8_t, kMaxTiles> absent;
  // By draw: the chance, in 255ths, that the tile drawn then is still in the rack. When a tile is
  // played, each draw that may have brought it is taken as equally likely to have done so.
  std::array<uint8_t, kMaxDraws> held;

  // Records draw number `draw`.
  void NoteDraw(int draw) { held[static_cast<size_t>(draw - 1)] = 255; }
  // Records that none of `tiles` is in the rack after `num_drawn` draws.
  void NoteAbsent(TileSet tiles, int num_drawn) {
    ForEachTile(tiles, [&](int tile) {
      absent[static_cast<size_t>(tile)] = static_cast<uint8_t>(num_drawn);
    });
  }
  // Records that the tile was played from the rack.
  void NotePlayed(int tile, int num_drawn);
};

// The input for sampling a rack.
struct RackQuestion {
  // The tiles that may be in the rack, and the size of the rack.
  TileSet pool = 0;
  int size = 0;
  // The number of tiles that the seat has drawn.
  int num_drawn = 0;
};

// Samples a rack by the evidence. Exact in one respect: the rack contains no tile that was proved
// absent since the draw that brought it. The chances that draws are still held are treated as
// independent. Evidence that no rack satisfies is ignored. REQUIRES: size <= the size of the pool.
TileSet DrawRack(const Evidence& evidence, const RackQuestion& question, RandomStream* random);

}  // namespace kvintet::envs::tantrix
