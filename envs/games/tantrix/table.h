// Table: the tiles on the table of Tantrix and their places.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// An axial coordinate (q, r).
struct Cell {
  int q = 0;
  int r = 0;
  bool operator==(const Cell&) const = default;
};

// Directions 0 to 5, clockwise.
inline constexpr std::array<Cell, kSides> kDirections = {
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

constexpr Cell Neighbour(Cell cell, size_t direction) {
  return {cell.q + kDirections[direction].q, cell.r + kDirections[direction].r};
}

// The cell rotated about 0,0 clockwise, by `sixths` sixths of a full turn.
constexpr Cell Turned(Cell cell, int sixths) {
  for (; sixths > 0; --sixths) {
    cell = {-cell.r, cell.q + cell.r};
  }
  return cell;
}

constexpr int Distance(Cell a, Cell b) {
  const int q = a.q - b.q;
  const int r = a.r - b.r;
  return (std::max({q, -q, r, -r, q + r, -q - r}));
}

// All fields are zero for a tile that is not on the table.
struct PlacedTile {
  int8_t q;
  int8_t r;
  uint8_t rotation;
};

// A connected set of up to 56 tiles, one of them on 0,0, so coordinates are within 55 of it. The
// value depends only on what lies where, not on the order in which tiles were laid.
struct Table {
  TileSet tiles;
  std::array<PlacedTile, kMaxTiles> placed;  // by tile
  // The sums of q and of r over the tiles.
  std::array<int16_t, 2> sums;
  // The least and greatest q, r and q + r of the tiles; all 0 for an empty table.
  std::array<int8_t, 3> least;
  std::array<int8_t, 3> most;
  uint8_t num_tiles;
  std::array<uint8_t, 5> zero;

  Cell CellOf(int tile) const {
    const PlacedTile& placed_tile = placed[static_cast<size_t>(tile)];
    return {placed_tile.q, placed_tile.r};
  }
  size_t RotationOf(int tile) const { return placed[static_cast<size_t>(tile)].rotation; }

  // REQUIRES: the tile is not on the table; the cell is free and, except for the first tile, beside
  // a tile.
  void Put(int tile, Cell cell, size_t rotation) {
    placed[static_cast<size_t>(tile)] = {static_cast<int8_t>(cell.q), static_cast<int8_t>(cell.r),
                                         static_cast<uint8_t>(rotation)};
    tiles |= SetOf(tile);
    ++num_tiles;
    sums[0] = static_cast<int16_t>(sums[0] + cell.q);
    sums[1] = static_cast<int16_t>(sums[1] + cell.r);
    const std::array<int, 3> axes = {cell.q, cell.r, cell.q + cell.r};
    for (size_t i = 0; i < axes.size(); ++i) {
      least[i] = static_cast<int8_t>(std::min<int>(least[i], axes[i]));
      most[i] = static_cast<int8_t>(std::max<int>(most[i], axes[i]));
    }
  }

  // Whether the cell lies between the least and greatest q, r and q + r.
  bool InHull(Cell cell) const {
    const int s = cell.q + cell.r;
    return cell.q >= least[0] && cell.q <= most[0] && cell.r >= least[1] && cell.r <= most[1] &&
           s >= least[2] && s <= most[2];
  }
};

// Calls visit(tile) for each tile of a set, ascending.
template <typename Visit>
void ForEachTile(TileSet tiles, const Visit& visit) {
  for (; tiles != 0; tiles &= tiles - 1) {
    visit(std::countr_zero(tiles));
  }
}

// The same table rotated about 0,0.
inline Table TurnedTable(const Table& table, int sixths) {
  Table turned = {};
  ForEachTile(table.tiles, [&](int tile) {
    turned.Put(tile, Turned(table.CellOf(tile), sixths),
               (table.RotationOf(tile) + static_cast<size_t>(sixths)) % kSides);
  });
  return turned;
}

}  // namespace kvintet::envs::tantrix
