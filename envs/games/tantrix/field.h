// Field: a Tantrix table spread out on a grid, built to answer one question.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/line.h"
#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// Spaces are those of the outline. `restricted`: the restrictions of T4 hold.
class Field {
 public:
  // Borrows the table, which must outlive this object.
  Field(const Table& table, bool restricted);

  const Outline& outline() const { return outline_; }
  // The spaces where a free move may be made.
  CellRows Free() const {
    CellRows free = outline_.Spaces();
    if (restricted_) {
      outline_.FindOpen(table_, &free);
    }
    return free;
  }

  // The rotations, as bits, in which a tile may lie on a space according to colours (including
  // restriction 1).
  unsigned Rotations(Cell space, int tile) const;
  // The colours that tiles show to a space.
  Sides Facing(Cell space) const { return words_[IndexOf(space)] & kAllSides; }
  // All tiles, on the table or not, that have such a rotation.
  TileSet TilesFor(Cell space) const;
  // The tiles that fill a forced space.
  TileSet Fillers() const;

  // Lays a tile on a space. Updates the outline's forced spaces, but nothing else of the outline;
  // does not change the table. REQUIRES: no tile was laid before.
  void Lay(Cell space, int tile, size_t rotation);
  // Turns the restrictions on or off for later calls.
  void Restrict(bool restricted) { restricted_ = restricted; }

  // The line of this colour through a tile, which may be the one just laid; {} if the tile has
  // none. `numbers` decides which tile of the line is the smallest.
  Line LineThrough(Cell cell, Colour colour, const TileNumbers& numbers = kTileNumbers) const;

 private:
  // A word of the grid. For any cell, bits 0-23 are the colours that face it. For a tile, bits
  // 24-29 are its index, bit 30 marks that it was laid here, and bit 31 is set.
  static constexpr uint32_t kTileBit = uint32_t{1} << 31;
  static constexpr uint32_t kLaidBit = uint32_t{1} << 30;
  static constexpr int kUpperShift = 24;
  static constexpr size_t kMaxSide = kMaxTiles + size_t{2} * Outline::kBorder;

  size_t IndexOf(Cell cell) const {
    const Cell origin = outline_.Origin();
    return static_cast<size_t>((cell.r - origin.r) * stride_ + cell.q - origin.q);
  }
  size_t Beside(size_t index, size_t direction) const {
    return index + static_cast<size_t>(offsets_[direction]);
  }
  void Spread(size_t index, Sides sides);
  // The colours that may not lie along each side.
  Sides Denied(size_t index) const;
  size_t TileAt(size_t index) const { return words_[index] >> kUpperShift & 63u; }
  size_t RotationAt(size_t index) const;

  const Table& table_;
  Outline outline_;
  bool restricted_;
  uint8_t laid_rotation_ = 0;
  int stride_;
  std::array<ptrdiff_t, kSides> offsets_;
  std::array<uint32_t, kMaxSide * kMaxSide> words_;
};

}  // namespace kvintet::envs::tantrix
