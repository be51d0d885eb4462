// Tantrix tiles: the 56 tiles of clause T1, places and directions, and the text of a placement.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace kvintet::reference::tantrix {

inline constexpr int kNumTiles = 56;
inline constexpr int kNumDirections = 6;

// An axial coordinate of the table. The first tile is at 0,0.
struct Place {
  int q = 0;
  int r = 0;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Place&) const = default;
};

// A tile, 1 to 56, on a place, in a rotation, 0 to 5.
struct Placement {
  int tile = 0;
  Place place = {};
  int rotation = 0;
  bool operator==(const Placement&) const = default;
};

// The place next to `place`; directions 0 to 5 run clockwise from (1, 0).
Place Neighbour(Place place, int direction);

// The opposite direction.
int Opposite(int direction);

// The colours of a tile's six edges, clockwise: letters of `BGRY`.
const std::string& EdgeColours(int tile);

// The colour that the tile shows in `direction`.
char ColourFacing(const Placement& placement, int direction);

// Tiles 1 to 56.
std::vector<int> AllTiles();

// For example `17@2,-1/4`.
std::string PlacementText(const Placement& placement);

// REQUIRES: `text` is the text of a placement.
Placement ParsePlacement(const std::string& text);

}  // namespace kvintet::reference::tantrix
