// Renaming: a game in any two colours as the same game in red and yellow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// The tiles of a box are all tiles of its colours that there are: exchanging colours makes of each
// tile another one of the box, perhaps turned.
struct Renaming {
  // By colour: seat 0's is red and seat 1's yellow, those of nobody are blue and green.
  std::array<uint8_t, kColours> colour = {};
  // By tile: the tile that it becomes, and how much further that one is turned where it lies as the
  // tile does.
  TileNumbers tile = {};
  TileNumbers turn = {};
};

// `colours`: of the tiles 1 to `num_tiles`, as letters. REQUIRES: the seats' colours are two of
// them, and the tiles are closed under exchanges of colours.
Renaming RenamingOf(const std::array<Colour, 2>& seats, std::string_view colours, int num_tiles);

}  // namespace kvintet::envs::tantrix
