// Tile: the tiles of Tantrix and their colours in every rotation (T1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kvintet::envs::tantrix {

inline constexpr size_t kMaxTiles = 56;
inline constexpr size_t kSides = 6;
inline constexpr size_t kColours = 4;

// In the order of the letters.
enum Colour : uint8_t { kBlue, kGreen, kRed, kYellow };
inline constexpr std::string_view kColourLetters = "BGRY";

// By tile: a number that identifies it.
using TileNumbers = std::array<uint8_t, kMaxTiles>;

// A set of tiles: bit `number - 1`. Code uses this index for tiles; only texts use the number.
using TileSet = uint64_t;
constexpr TileSet SetOf(int tile) { return TileSet{1} << tile; }

// The colours along the six sides of a cell: four bits per side, one bit for each colour.
using Sides = uint32_t;
inline constexpr int kSideBits = 4;
inline constexpr Sides kAllColours = 15;
inline constexpr Sides kAllSides = 0xFFFFFF;

constexpr size_t Opposite(size_t direction) { return (direction + 3) % kSides; }

// The colours of tiles 1 to 56, clockwise.
inline constexpr std::array<std::string_view, kMaxTiles> kTileColours = {
    "YYBRBR", "YYBRRB", "YYRRBB", "RYBYRB", "YYRBBR", "RBYBRY", "BBYRYR", "BBRYRY",
    "BYRYBR", "YYRBRB", "RRBYBY", "RRYBYB", "RRYBBY", "YYBBRR", "YYRGGR", "RRYGGY",
    "YYGRGR", "YYRGRG", "RRGYGY", "RRYGYG", "YYGGRR", "YYGRRG", "YYRRGG", "RRBGGB",
    "RRBBGG", "RRGBBG", "RRBGBG", "RRGGBB", "RRGBGB", "BBRGGR", "GGRYRY", "YGYRGR",
    "GGYRYR", "YGRGYR", "YGRYRG", "GGRBRB", "BBGRGR", "BBRGRG", "RBGBRG", "RGBGRB",
    "GGBRBR", "BRBGRG", "YYGGBB", "YGBYBG", "YYBBGG", "GGBYBY", "GGYBBY", "YYBGGB",
    "BBGYYG", "YBYGBG", "YGYBGB", "GGYBYB", "YYGBGB", "YYBGBG", "BBGYGY", "BBYGYG"};

// Lookup tables derived from kTileColours.
struct TileTable {
  // [tile, letter]: a Colour, and the other letter with the same colour.
  std::array<std::array<uint8_t, kSides>, kMaxTiles> colour = {};
  std::array<std::array<uint8_t, kSides>, kMaxTiles> partner = {};
  // [tile, rotation]: its sides. Two more entries with all bits set fill a vector.
  std::array<std::array<Sides, kSides + 2>, kMaxTiles> sides = {};
  // [letter, set of colours]: the tiles whose letter has one of these colours.
  std::array<std::array<TileSet, kAllColours + 1>, kSides> with = {};
  // The set of colours of each tile.
  std::array<uint8_t, kMaxTiles> colours = {};
};

namespace tile_internal {

constexpr void AddLetter(size_t tile, size_t letter, TileTable* table) {
  const std::string_view letters = kTileColours[tile];
  const auto colour = static_cast<uint8_t>(kColourLetters.find(letters[letter]));
  table->colour[tile][letter] = colour;
  table->colours[tile] = static_cast<uint8_t>(table->colours[tile] | 1 << colour);
  for (size_t other = 0; other < kSides; ++other) {
    if (other != letter && letters[other] == letters[letter]) {
      table->partner[tile][letter] = static_cast<uint8_t>(other);
    }
  }
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    const size_t direction = (letter + rotation) % kSides;
    table->sides[tile][rotation] |= Sides{1} << (kSideBits * direction + colour);
  }
  for (size_t set = 0; set <= kAllColours; ++set) {
    table->with[letter][set] |= (set >> colour & 1) != 0 ? TileSet{1} << tile : 0;
  }
}

constexpr TileTable MakeTileTable() {
  TileTable table;
  for (size_t tile = 0; tile < kMaxTiles; ++tile) {
    for (size_t letter = 0; letter < kSides; ++letter) {
      AddLetter(tile, letter, &table);
    }
    table.sides[tile][kSides] = table.sides[tile][kSides + 1] = ~Sides{0};
  }
  return table;
}

}  // namespace tile_internal

inline constexpr TileTable kTileTable = tile_internal::MakeTileTable();

// Each tile's own index.
inline constexpr TileNumbers kTileNumbers = [] {
  TileNumbers numbers = {};
  for (size_t tile = 0; tile < kMaxTiles; ++tile) {
    numbers[tile] = static_cast<uint8_t>(tile);
  }
  return numbers;
}();

// The colour that a rotated tile shows in a direction.
constexpr uint8_t ColourAt(size_t tile, size_t rotation, size_t direction) {
  return kTileTable.colour[tile][(direction + kSides - rotation) % kSides];
}

// The direction in which a line that enters a rotated tile from `direction` leaves it.
constexpr size_t ExitOf(size_t tile, size_t rotation, size_t direction) {
  const size_t letter = (direction + kSides - rotation) % kSides;
  return (kTileTable.partner[tile][letter] + rotation) % kSides;
}

}  // namespace kvintet::envs::tantrix
