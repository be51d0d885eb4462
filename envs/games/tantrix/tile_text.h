// PlacementText, ParsePlacement: placements of Tantrix as text, e.g. `17@2,-1/4`.
#pragma once

#include <optional>
#include <string>

#include "envs/games/tantrix/table.h"

namespace kvintet::envs::tantrix {

// A tile (its index), its cell and its rotation.
struct Placement {
  int tile = 0;
  Cell cell = {};
  int rotation = 0;
};

// `2,-1/4`.
std::string PlaceText(Cell cell, int rotation);

// `17@2,-1/4`.
std::string PlacementText(const Placement& placement);

// Accepts exactly what PlacementText writes, for tiles 1 to 56 on cells within 55 of 0,0.
std::optional<Placement> ParsePlacement(const std::string& text);

// Converts the number of a tile, 1 to 56, to its index.
std::optional<int> ParseTile(const std::string& text);

}  // namespace kvintet::envs::tantrix
