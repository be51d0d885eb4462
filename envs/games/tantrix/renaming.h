// Renaming: maps a game in any two colours to the equivalent game in red and yellow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// A box contains all possible tiles of its colours, so an exchange of colours maps each tile to
// another tile of the box, perhaps rotated.
struct Renaming {
  // By colour: seat 0's becomes red, seat 1's yellow, and the others blue and green.
  std::array<uint8_t, kColours> colour = {};
  // By tile: the tile that it becomes, and by how much that tile must be rotated further to lie the
  // same way.
  TileNumbers tile = {};
  TileNumbers turn = {};
};

// `colours` are the colours of tiles 1 to `num_tiles`, as letters. REQUIRES: the seats' colours are
// two of them, and the set of tiles is closed under exchanges of colours.
Renaming RenamingOf(const std::array<Colour, 2>& seats, std::string_view colours, int num_tiles);

}  // namespace kvintet::envs::tantrix
