// Tantrix tiles: the table of clause T1, and the names from the clause "Moves" of the notation.
#include "tests/reference/tantrix/tantrix_tiles.h"

#include <array>
#include <cstdio>

namespace kvintet::reference::tantrix {
namespace {

// T1: tiles 1 to 56 in order, seven to a row.
const std::array<std::string, kNumTiles> kEdgeColours = {
    "YYBRBR", "YYBRRB", "YYRRBB", "RYBYRB", "YYRBBR", "RBYBRY", "BBYRYR",  //
    "BBRYRY", "BYRYBR", "YYRBRB", "RRBYBY", "RRYBYB", "RRYBBY", "YYBBRR",  //
    "YYRGGR", "RRYGGY", "YYGRGR", "YYRGRG", "RRGYGY", "RRYGYG", "YYGGRR",  //
    "YYGRRG", "YYRRGG", "RRBGGB", "RRBBGG", "RRGBBG", "RRBGBG", "RRGGBB",  //
    "RRGBGB", "BBRGGR", "GGRYRY", "YGYRGR", "GGYRYR", "YGRGYR", "YGRYRG",  //
    "GGRBRB", "BBGRGR", "BBRGRG", "RBGBRG", "RGBGRB", "GGBRBR", "BRBGRG",  //
    "YYGGBB", "YGBYBG", "YYBBGG", "GGBYBY", "GGYBBY", "YYBGGB", "BBGYYG",  //
    "YBYGBG", "YGYBGB", "GGYBYB", "YYGBGB", "YYBGBG", "BBGYGY", "BBYGYG"};

constexpr std::array<Place, kNumDirections> kSteps = {
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

}  // namespace

Place Neighbour(Place place, int direction) {
  const Place step = kSteps[static_cast<std::size_t>(direction)];
  return {place.q + step.q, place.r + step.r};
}

int Opposite(int direction) { return (direction + 3) % kNumDirections; }

const std::string& EdgeColours(int tile) {
  return kEdgeColours.at(static_cast<std::size_t>(tile - 1));
}

// In rotation k, letter i faces direction (i + k) mod 6.
char ColourFacing(const Placement& placement, int direction) {
  const int letter = (direction - placement.rotation + kNumDirections) % kNumDirections;
  return EdgeColours(placement.tile)[static_cast<std::size_t>(letter)];
}

std::vector<int> AllTiles() {
  std::vector<int> tiles;
  for (int tile = 1; tile <= kNumTiles; ++tile) tiles.push_back(tile);
  return tiles;
}

std::string PlacementText(const Placement& placement) {
  return std::to_string(placement.tile) + "@" + std::to_string(placement.place.q) + "," +
         std::to_string(placement.place.r) + "/" + std::to_string(placement.rotation);
}

Placement ParsePlacement(const std::string& text) {
  Placement placement;
  std::sscanf(text.c_str(), "%d@%d,%d/%d", &placement.tile, &placement.place.q, &placement.place.r,
              &placement.rotation);
  return placement;
}

}  // namespace kvintet::reference::tantrix
