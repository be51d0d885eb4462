// GrowingField: a Tantrix table on which tiles are laid one after another.
//
// Field is built for one question about a table. This class costs more to build, but keeps up with
// every tile laid, so that a game can be played on from a position quickly.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/sides.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// One thread at a time.
class GrowingField {
 public:
  explicit GrowingField(const Table& table);

  const Table& table() const { return table_; }
  const Outline& outline() const { return outline_; }
  // The spaces where a free move may be made (T4). Uses `scratch`, which must outlive the result.
  const CellRows& Free(bool restricted, CellRows* scratch) const {
    if (!restricted) {
      return outline_.Spaces();
    }
    outline_.FindOpen(table_, scratch);
    return *scratch;
  }
  // The rotations, as bits, in which a tile may lie on a space according to colours.
  unsigned Rotations(Cell space, int tile, bool restricted) const {
    const size_t index = IndexOf(space);
    return RotationsWithout(DeniedSides(facing_[index], restricted ? third_[index] : 0), tile);
  }
  void Lay(Cell space, int tile, size_t rotation);
  // The score (T6) of the line of a colour that a tile would be part of; 0 if the tile does not
  // have the colour. REQUIRES: Rotations has the rotation.
  int LineScore(Cell space, int tile, size_t rotation, Colour colour) const {
    return LineOf(tile, space, rotation, colour).Score();
  }
  // The score of the best line of a colour (T6).
  int BestScore(Colour colour) const;

 private:
  struct ColourLine {
    TileSet tiles = 0;
    bool loop = false;

    int Score() const { return std::popcount(tiles) * (loop ? 2 : 1); }
  };

  // The columns of the grid, and the most rows that it can have.
  static constexpr int kSpan = 64;
  static constexpr size_t kCells = size_t{kSpan} * kSpan;

  // The widest border up to kWideBorder that fits around a table.
  static int BorderOf(const Table& table);

  size_t IndexOf(Cell cell) const {
    const Cell origin = outline_.Origin();
    return static_cast<size_t>((cell.r - origin.r) * kSpan + cell.q - origin.q);
  }
  static size_t Beside(size_t index, size_t direction) {
    const Cell offset = kDirections[direction];
    return index + static_cast<size_t>(offset.r * kSpan + offset.q);
  }
  // Writes the cells of the grid anew, by table and outline.
  void Spread();
  // Notes a tile on its cell, and its sides in the cells around it.
  void Face(size_t index, int tile);
  // The tiles of the line that begins beside a cell in a direction. If the line is a loop, it ends
  // with the tile on the cell itself, or, if the cell is empty, with its last tile.
  TileSet TilesAlong(Cell from, size_t way) const;
  // The line of a colour through a tile that lies, or would lie, on a cell; empty if the tile does
  // not have the colour.
  ColourLine LineOf(int tile, Cell cell, size_t rotation, Colour colour) const;
  // Tells the cells around an empty cell which colours face it twice.
  void NoteTwice(size_t index);

  Table table_;
  Outline outline_;
  // By cell: the colours that face it, and those that face its empty neighbours twice, each along
  // the side shared with that neighbour.
  std::array<Sides, kCells> facing_;
  std::array<Sides, kCells> third_;
  // By cell with a tile; stale elsewhere.
  std::array<uint8_t, kCells> tiles_;
};

}  // namespace kvintet::envs::tantrix
