// Evidence: what play has shown of the tiles in a hidden rack, and racks drawn by it.
//
// Who ends the filling of forced spaces, or makes a free move, holds no tile that fills one: a tile
// that would is absent at that moment and can be in the rack later only if it was drawn since.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/rng.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// Six tiles of the deal and every tile of the bag after both deals.
inline constexpr size_t kMaxDraws = 50;

// Public evidence about one seat's rack; draws are counted from 1. All zero where racks are open.
struct Evidence {
  // By tile: how many tiles the seat had drawn when the tile was last proved absent; 0 for never.
  // Of tiles that have been played always 0.
  std::array<uint8_t, kMaxTiles> absent;
  // By draw: the chance in 255 that the tile drawn then is still in the rack, by what was played:
  // each of the tiles that may have been the one played is equally likely to have been it.
  std::array<uint8_t, kMaxDraws> held;

  // Draw number `draw` is taken.
  void NoteDraw(int draw) { held[static_cast<size_t>(draw - 1)] = 255; }
  // None of `tiles` is in the rack after `num_drawn` draws.
  void NoteAbsent(TileSet tiles, int num_drawn) {
    ForEachTile(tiles, [&](int tile) {
      absent[static_cast<size_t>(tile)] = static_cast<uint8_t>(num_drawn);
    });
  }
  // The tile is played out of the rack.
  void NotePlayed(int tile, int num_drawn);
};

// What a rack is drawn from.
struct RackQuestion {
  // The tiles that may be in it, and how many are.
  TileSet pool = 0;
  int size = 0;
  // How many tiles its seat has drawn.
  int num_drawn = 0;
};

// A rack drawn by the evidence: exact in that no tile is in it that was proved absent since the
// draw that brought it; the chances of which draws are still held are taken as independent.
// Evidence that no rack fulfils is disregarded. REQUIRES: size <= the pool's.
TileSet DrawRack(const Evidence& evidence, const RackQuestion& question, RandomStream* random);

}  // namespace kvintet::envs::tantrix
