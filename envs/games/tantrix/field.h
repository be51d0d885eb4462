// Field: a table of Tantrix spread out on a grid, with the spaces around it; lives for one
// question.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// Each tile after the first covers a space and makes three new ones at most, since two of its six
// neighbours are neighbours of the tile it touches too, or tiles.
constexpr int MaxSpaces(int num_tiles) { return 2 * num_tiles + 4; }

// The empty cells beside tiles, called spaces, are numbered by r, then q; of an empty table 0,0 is
// the only one. `restricted`: the restrictions of T4 hold.
class Field {
 public:
  // Borrows the table, which must outlive this.
  Field(const Table& table, bool restricted);

  int NumSpaces() const { return num_spaces_; }
  Cell CellOf(int space) const {
    const auto& [q, r] = cells_[static_cast<size_t>(space)];
    return {q, r};
  }
  // The number of the space on a cell, or -1.
  int SpaceAt(Cell cell) const;
  bool HasTile(Cell cell) const;

  // Touched by three tiles or more (T3).
  bool IsForced(int space) const { return std::popcount(Facing(space)) >= 3; }
  // Restrictions 2 and 3 for a space that is not forced, by the hull.
  bool IsOpen(int space) const;
  // Where a free move may be made.
  bool IsFree(int space) const { return !restricted_ || (IsOpen(space) && !IsForced(space)); }

  // The rotations in which a tile may lie there as far as colours go (restriction 1 included), as
  // a set of bits.
  unsigned Rotations(int space, int tile) const;
  // All tiles, on the table or not, with such a rotation.
  TileSet TilesFor(int space) const;
  // The tiles that fill a forced space.
  TileSet Fillers() const;

  // Lays a tile on a space, which keeps its number and counts no more; new spaces get none. The
  // table itself is not changed.
  void Lay(int space, int tile, size_t rotation);
  // From here on without the restrictions, or with them.
  void Restrict(bool restricted);

  // Length of the line of this colour through the tile laid on a space, twice that of a loop; 0 if
  // the tile has none.
  int LineThrough(int space, Colour colour) const;

 private:
  // A word of the grid: bits 0-23 the colours that face a cell; of a tile bits 24-29 its index, 30
  // that it was laid here, 31 set.
  static constexpr uint32_t kTileBit = uint32_t{1} << 31;
  static constexpr uint32_t kLaidBit = uint32_t{1} << 30;
  static constexpr int kUpperShift = 24;
  // Empty cells kept around the tiles, so that neighbours of a laid tile have theirs in the grid.
  static constexpr int kBorder = 3;
  static constexpr int kLanes = 8;
  static constexpr size_t kMaxWords = 64 * 62;
  static constexpr size_t kMaxSpaces = MaxSpaces(kMaxTiles);

  size_t IndexOf(Cell cell) const {
    return static_cast<size_t>((cell.r - origin_.r) * stride_ + cell.q - origin_.q);
  }
  size_t Beside(size_t index, size_t direction) const {
    return index + static_cast<size_t>(offsets_[direction]);
  }
  Sides Facing(int space) const { return words_[spaces_[static_cast<size_t>(space)]] & kAllSides; }
  bool Covered(int space) const {
    return (words_[spaces_[static_cast<size_t>(space)]] & kTileBit) != 0;
  }
  void Spread(size_t index, Sides sides);
  void Collect();
  void AddSpace(Cell cell);
  // The colours that may not lie along each side.
  Sides Denied(int space) const;
  size_t RotationAt(size_t index) const;

  const Table& table_;
  bool restricted_;
  uint8_t laid_rotation_ = 0;
  int stride_;
  int height_;
  Cell origin_;
  std::array<ptrdiff_t, kSides> offsets_;
  int num_spaces_ = 0;
  // Of each space: where in the grid, and its q and r.
  std::array<uint16_t, kMaxSpaces> spaces_;
  std::array<std::array<int8_t, 2>, kMaxSpaces> cells_;
  alignas(32) std::array<uint32_t, kMaxWords> words_;
};

}  // namespace kvintet::envs::tantrix
