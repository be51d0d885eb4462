// GrowingField: see the header.
#include "envs/games/tantrix/growing_field.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kvintet::envs::tantrix {
namespace {

// The cells that tiles can be laid beyond the first ones before everything is built again.
constexpr int kWideBorder = 8;

// Sides that have these colours in one direction.
Sides Along(size_t direction, Sides colours) { return colours << (kSideBits * direction); }

}  // namespace

GrowingField::GrowingField(const Table& table) : table_(table), outline_(table, BorderOf(table)) {
  Spread();
}

int GrowingField::BorderOf(const Table& table) {
  const int span = std::max(table.most[0] - table.least[0], table.most[1] - table.least[1]) + 1;
  return std::min(kWideBorder, (kSpan - span) / 2);
}

void GrowingField::Spread() {
  const auto used = static_cast<size_t>(outline_.NumRows() * kSpan);
  std::memset(facing_.data(), 0, used * sizeof(Sides));
  std::memset(third_.data(), 0, used * sizeof(Sides));
  ForEachTile(table_.tiles, [&](int tile) { Face(IndexOf(table_.CellOf(tile)), tile); });
  outline_.ForEachCell(outline_.Spaces(), [&](Cell space) {
    NoteTwice(IndexOf(space));
    return true;
  });
}

void GrowingField::Face(size_t index, int tile) {
  const Sides sides = kTileTable.sides[static_cast<size_t>(tile)][table_.RotationOf(tile)];
  tiles_[index] = static_cast<uint8_t>(tile);
  for (size_t d = 0; d < kSides / 2; ++d) {
    facing_[Beside(index, d)] |= (sides & Along(d, kAllColours)) << 12;
    facing_[Beside(index, d + 3)] |= (sides >> 12) & Along(d, kAllColours);
  }
}

void GrowingField::NoteTwice(size_t index) {
  const Sides twice = Twice(facing_[index]);
  if (twice == 0) {
    return;
  }
  for (size_t d = 0; d < kSides; ++d) {
    third_[Beside(index, d)] |= Along(Opposite(d), twice);
  }
}

void GrowingField::Lay(Cell space, int tile, size_t rotation) {
  table_.Put(tile, space, rotation);
  const Cell origin = outline_.Origin();
  const int column = space.q - origin.q;
  const int row = space.r - origin.r;
  const int margin = std::min({column, row, kSpan - 1 - column, outline_.NumRows() - 1 - row});
  if (margin < Outline::kBorder) {
    outline_ = Outline(table_, BorderOf(table_));
    Spread();
    return;
  }
  outline_.Lay(space);
  const size_t index = IndexOf(space);
  Face(index, tile);
  for (size_t d = 0; d < kSides; ++d) {
    // The cell is no longer empty.
    third_[Beside(index, d)] &= ~Along(Opposite(d), kAllColours);
    if (!outline_.Has(outline_.Tiles(), Neighbour(space, d))) {
      NoteTwice(Beside(index, d));
    }
  }
}

TileSet GrowingField::TilesAlong(Cell from, size_t way) const {
  TileSet line = 0;
  Cell cell = Neighbour(from, way);
  while (outline_.Has(outline_.Tiles(), cell)) {
    const size_t next = tiles_[IndexOf(cell)];
    line |= SetOf(static_cast<int>(next));
    if (cell == from) {
      break;
    }
    way = ExitOf(next, table_.RotationOf(static_cast<int>(next)), Opposite(way));
    cell = Neighbour(cell, way);
  }
  return line;
}

GrowingField::ColourLine GrowingField::LineOf(int tile, Cell cell, size_t rotation,
                                              Colour colour) const {
  const auto index = static_cast<size_t>(tile);
  const std::array<uint8_t, kSides>& colours = kTileTable.colour[index];
  const auto letter = static_cast<size_t>(std::ranges::find(colours, colour) - colours.begin());
  if (letter == kSides) {
    return {};
  }
  const TileSet one = TilesAlong(cell, (letter + rotation) % kSides);
  const TileSet two = TilesAlong(cell, (kTileTable.partner[index][letter] + rotation) % kSides);
  return {.tiles = one | two | SetOf(tile), .loop = (one & two) != 0};
}

int GrowingField::BestScore(Colour colour) const {
  int best = 0;
  for (TileSet rest = table_.tiles; rest != 0; rest &= rest - 1) {
    const int tile = std::countr_zero(rest);
    const ColourLine line = LineOf(tile, table_.CellOf(tile), table_.RotationOf(tile), colour);
    best = std::max(best, line.Score());
    rest &= ~line.tiles | SetOf(tile);
  }
  return best;
}

}  // namespace kvintet::envs::tantrix
