// Field: see the header.
#include "envs/games/tantrix/field.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace kvintet::envs::tantrix {
namespace {

// The colours that are set on two sides or more.
Sides Twice(Sides sides) {
  const Sides low = sides & 0xFFF;
  const Sides high = sides >> 12;
  const Sides any = low | high;
  const Sides both = low & high;
  const Sides next = any & any >> 4;
  return (next | next >> 4 | (any & any >> 8) | both | both >> 4 | both >> 8) & kAllColours;
}

// The sides with any colour, all their bits set.
Sides Present(Sides sides) {
  Sides any = sides | sides >> 2;
  any |= any >> 1;
  return (any & 0x111111) * kAllColours;
}

// Which of eight words are of empty cells that some tile faces.
unsigned SpacesAmong(const uint32_t* words) {
#ifdef __AVX2__
  const __m256i here = _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
  const __m256i found = _mm256_cmpgt_epi32(here, _mm256_setzero_si256());
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(found)));
#else
  unsigned found = 0;
  for (unsigned i = 0; i < 8; ++i) {
    found |= words[i] != 0 && words[i] < uint32_t{1} << 31 ? 1u << i : 0;
  }
  return found;
#endif
}

}  // namespace

Field::Field(const Table& table, bool restricted) : table_(table), restricted_(restricted) {
  const int width = table.most[0] - table.least[0] + 1 + 2 * kBorder;
  stride_ = (width + kLanes - 1) / kLanes * kLanes;
  height_ = table.most[1] - table.least[1] + 1 + 2 * kBorder;
  origin_ = {table.least[0] - kBorder, table.least[1] - kBorder};
  for (size_t d = 0; d < kSides; ++d) {
    offsets_[d] = kDirections[d].r * stride_ + kDirections[d].q;
  }
  std::memset(words_.data(), 0, static_cast<size_t>(stride_ * height_) * sizeof(words_[0]));
  ForEachTile(table.tiles, [&](int tile) {
    const size_t index = IndexOf(table.CellOf(tile));
    words_[index] |= kTileBit | static_cast<uint32_t>(tile) << kUpperShift;
    Spread(index, kTileTable.sides[static_cast<size_t>(tile)][table.RotationOf(tile)]);
  });
  Collect();
}

// Shows the sides of a tile to the cells around it.
void Field::Spread(size_t index, Sides sides) {
  for (size_t d = 0; d < kSides / 2; ++d) {
    words_[Beside(index, d)] |= (sides & kAllColours << (kSideBits * d)) << 12;
    words_[Beside(index, d + 3)] |= (sides >> 12) & kAllColours << (kSideBits * d);
  }
}

void Field::AddSpace(Cell cell) {
  const auto space = static_cast<size_t>(num_spaces_++);
  spaces_[space] = static_cast<uint16_t>(IndexOf(cell));
  cells_[space] = {static_cast<int8_t>(cell.q), static_cast<int8_t>(cell.r)};
}

void Field::Collect() {
  if (table_.num_tiles == 0) {
    AddSpace({0, 0});
    return;
  }
  for (int row = kBorder - 1; row <= height_ - kBorder; ++row) {
    for (int column = 0; column < stride_; column += kLanes) {
      const uint32_t* const words = &words_[static_cast<size_t>(row * stride_ + column)];
      for (unsigned found = SpacesAmong(words); found != 0; found &= found - 1) {
        AddSpace({origin_.q + column + std::countr_zero(found), origin_.r + row});
      }
    }
  }
}

int Field::SpaceAt(Cell cell) const {
  const int column = cell.q - origin_.q;
  const int row = cell.r - origin_.r;
  if (column < 0 || column >= stride_ || row < 0 || row >= height_) {
    return -1;
  }
  const auto end = spaces_.begin() + num_spaces_;
  const auto found = std::lower_bound(spaces_.begin(), end, IndexOf(cell));
  return found != end && *found == IndexOf(cell) ? static_cast<int>(found - spaces_.begin()) : -1;
}

bool Field::HasTile(Cell cell) const {
  const int column = cell.q - origin_.q;
  const int row = cell.r - origin_.r;
  return column >= 0 && column < stride_ && row >= 0 && row < height_ &&
         (words_[IndexOf(cell)] & kTileBit) != 0;
}

bool Field::IsOpen(int space) const {
  if (table_.num_tiles == 0) {
    return true;
  }
  const Cell cell = CellOf(space);
  if (table_.InHull(cell)) {
    return false;
  }
  const size_t index = spaces_[static_cast<size_t>(space)];
  for (size_t d = 0; d < kSides; ++d) {
    if (words_[Beside(index, d)] < kTileBit && table_.InHull(Neighbour(cell, d))) {
      return false;
    }
  }
  return true;
}

Sides Field::Denied(int space) const {
  const size_t index = spaces_[static_cast<size_t>(space)];
  const Sides facing = words_[index] & kAllSides;
  Sides third = 0;
  if (restricted_) {
    for (size_t d = 0; d < kSides; ++d) {
      const uint32_t beside = words_[Beside(index, d)];
      third |= beside < kTileBit ? Twice(beside) << (kSideBits * d) : 0;
    }
  }
  const Sides present = Present(facing);
  return (present & ~facing) | (~present & third);
}

unsigned Field::Rotations(int space, int tile) const {
  const std::array<Sides, kSides + 2>& sides = kTileTable.sides[static_cast<size_t>(tile)];
  const Sides denied = Denied(space);
  unsigned rotations = 0;
#ifdef __AVX2__
  const __m256i turned = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sides.data()));
  const __m256i clash = _mm256_and_si256(turned, _mm256_set1_epi32(static_cast<int>(denied)));
  const __m256i fits = _mm256_cmpeq_epi32(clash, _mm256_setzero_si256());
  rotations = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(fits)));
#else
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    rotations |= (sides[rotation] & denied) == 0 ? 1u << rotation : 0;
  }
#endif
  return rotations & 63u;
}

TileSet Field::TilesFor(int space) const {
  const Sides allowed = ~Denied(space);
  TileSet tiles = 0;
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    TileSet fitting = ~TileSet{0};
    for (size_t letter = 0; letter < kSides; ++letter) {
      const size_t direction = (letter + rotation) % kSides;
      fitting &= kTileTable.with[letter][allowed >> (kSideBits * direction) & kAllColours];
    }
    tiles |= fitting;
  }
  return tiles;
}

TileSet Field::Fillers() const {
  TileSet tiles = 0;
  for (int space = 0; space < num_spaces_; ++space) {
    if (!Covered(space) && IsForced(space)) {
      tiles |= TilesFor(space);
    }
  }
  return tiles;
}

void Field::Lay(int space, int tile, size_t rotation) {
  const size_t index = spaces_[static_cast<size_t>(space)];
  words_[index] = (words_[index] & kAllSides) | kTileBit | kLaidBit |
                  static_cast<uint32_t>(tile) << kUpperShift;
  laid_rotation_ = static_cast<uint8_t>(rotation);
  Spread(index, kTileTable.sides[static_cast<size_t>(tile)][rotation]);
}

void Field::Restrict(bool restricted) {
  KVINTET_DCHECK(restricted_ || !restricted);
  restricted_ = restricted;
}

size_t Field::RotationAt(size_t index) const {
  const uint32_t word = words_[index];
  return (word & kLaidBit) != 0 ? laid_rotation_
                                : table_.RotationOf(static_cast<int>(word >> kUpperShift & 63u));
}

int Field::LineThrough(int space, Colour colour) const {
  const size_t start = spaces_[static_cast<size_t>(space)];
  const auto tile_at = [this](size_t index) { return words_[index] >> kUpperShift & 63u; };
  const size_t tile = tile_at(start);
  if ((kTileTable.colours[tile] >> colour & 1) == 0) {
    return 0;
  }
  size_t direction = 0;
  while (ColourAt(tile, RotationAt(start), direction) != colour) {
    ++direction;
  }
  int length = 1;
  for (const size_t first : {direction, ExitOf(tile, RotationAt(start), direction)}) {
    size_t way = first;
    size_t index = Beside(start, way);
    for (; words_[index] >= kTileBit; index = Beside(index, way)) {
      if (index == start) {
        return 2 * length;
      }
      ++length;
      way = ExitOf(tile_at(index), RotationAt(index), Opposite(way));
    }
  }
  return length;
}

}  // namespace kvintet::envs::tantrix
