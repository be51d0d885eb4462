// Field: spreads the sides of tiles to the cells around them.
#include "envs/games/tantrix/field.h"

#include <cstring>

#include "envs/games/tantrix/sides.h"

namespace kvintet::envs::tantrix {

Field::Field(const Table& table, bool restricted)
    : table_(table),
      outline_(table),
      restricted_(restricted),
      stride_(table.most[0] - table.least[0] + 1 + 2 * Outline::kBorder) {
  for (size_t d = 0; d < kSides; ++d) {
    offsets_[d] = kDirections[d].r * stride_ + kDirections[d].q;
  }
  std::memset(words_.data(), 0,
              static_cast<size_t>(stride_ * outline_.NumRows()) * sizeof(words_[0]));
  ForEachTile(table.tiles, [&](int tile) {
    const size_t index = IndexOf(table.CellOf(tile));
    words_[index] |= kTileBit | static_cast<uint32_t>(tile) << kUpperShift;
    Spread(index, kTileTable.sides[static_cast<size_t>(tile)][table.RotationOf(tile)]);
  });
}

// Writes the sides of a tile to the cells around it.
void Field::Spread(size_t index, Sides sides) {
  for (size_t d = 0; d < kSides / 2; ++d) {
    words_[Beside(index, d)] |= (sides & kAllColours << (kSideBits * d)) << 12;
    words_[Beside(index, d + 3)] |= (sides >> 12) & kAllColours << (kSideBits * d);
  }
}

Sides Field::Denied(size_t index) const {
  const Sides facing = words_[index] & kAllSides;
  Sides third = 0;
  if (restricted_) {
    for (size_t d = 0; d < kSides; ++d) {
      const uint32_t beside = words_[Beside(index, d)];
      third |= beside < kTileBit ? Twice(beside) << (kSideBits * d) : 0;
    }
  }
  return DeniedSides(facing, third);
}

unsigned Field::Rotations(Cell space, int tile) const {
  return RotationsWithout(Denied(IndexOf(space)), tile);
}

TileSet Field::TilesFor(Cell space) const { return TilesWithout(Denied(IndexOf(space))); }

TileSet Field::Fillers() const {
  TileSet tiles = 0;
  outline_.ForEachSpace(outline_.Forced(), [&](int, Cell space) {
    tiles |= TilesFor(space);
    return true;
  });
  return tiles;
}

void Field::Lay(Cell space, int tile, size_t rotation) {
  const size_t index = IndexOf(space);
  words_[index] = kTileBit | kLaidBit | static_cast<uint32_t>(tile) << kUpperShift;
  laid_rotation_ = static_cast<uint8_t>(rotation);
  Spread(index, kTileTable.sides[static_cast<size_t>(tile)][rotation]);
  outline_.SetForced(space, false);
  for (size_t d = 0; d < kSides; ++d) {
    const uint32_t beside = words_[Beside(index, d)];
    if (beside < kTileBit && std::popcount(beside) >= 3) {
      outline_.SetForced(Neighbour(space, d), true);
    }
  }
}

size_t Field::RotationAt(size_t index) const {
  const uint32_t word = words_[index];
  return (word & kLaidBit) != 0 ? laid_rotation_
                                : table_.RotationOf(static_cast<int>(word >> kUpperShift & 63u));
}

Line Field::LineThrough(Cell cell, Colour colour, const TileNumbers& numbers) const {
  const size_t start = IndexOf(cell);
  const size_t tile = TileAt(start);
  if ((kTileTable.colours[tile] >> colour & 1) == 0) {
    return {};
  }
  size_t letter = 0;
  while (kTileTable.colour[tile][letter] != colour) {
    ++letter;
  }
  Line line = {.score = 1, .smallest = numbers[tile], .ends = {}};
  for (size_t i = 0; i < line.ends.size(); ++i) {
    size_t last = start;
    size_t way = (i == 0 ? letter : kTileTable.partner[tile][letter]) + RotationAt(start);
    way %= kSides;
    for (size_t index = Beside(start, way); words_[index] >= kTileBit; index = Beside(index, way)) {
      if (index == start) {
        return {
            .score = static_cast<uint8_t>(2 * line.score), .smallest = line.smallest, .ends = {}};
      }
      ++line.score;
      line.smallest = std::min(line.smallest, numbers[TileAt(index)]);
      way = ExitOf(TileAt(index), RotationAt(index), Opposite(way));
      last = index;
    }
    const size_t out = (way + kSides - RotationAt(last)) % kSides;
    line.ends[i] = {static_cast<uint8_t>(TileAt(last)), static_cast<uint8_t>(out)};
  }
  line.Order();
  return line;
}

}  // namespace kvintet::envs::tantrix
