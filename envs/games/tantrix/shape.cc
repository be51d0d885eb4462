// Shape: the closure of T4 and the checks of a table.
#include "envs/games/tantrix/shape.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace kvintet::envs::tantrix {
namespace {

using Place = std::pair<int, int>;
using TileAt = std::map<Place, int>;

TileAt TilesByCell(const Table& table) {
  TileAt tiles;
  ForEachTile(table.tiles, [&](int tile) {
    const Cell cell = table.CellOf(tile);
    tiles.emplace(Place(cell.q, cell.r), tile);
  });
  return tiles;
}

std::optional<int> TileBeside(const TileAt& tiles, Cell cell, size_t direction) {
  const Cell beside = Neighbour(cell, direction);
  const auto found = tiles.find({beside.q, beside.r});
  return found == tiles.end() ? std::nullopt : std::optional(found->second);
}

absl::Status CheckConnected(const Table& table, const TileAt& tiles) {
  std::set<int> reached;
  std::vector<int> rest;
  if (const auto first = tiles.find({0, 0}); first != tiles.end()) {
    rest.push_back(first->second);
  }
  while (!rest.empty()) {
    const int tile = rest.back();
    rest.pop_back();
    if (!reached.insert(tile).second) {
      continue;
    }
    for (size_t d = 0; d < kSides; ++d) {
      if (const auto next = TileBeside(tiles, table.CellOf(tile), d)) {
        rest.push_back(*next);
      }
    }
  }
  if (tiles.size() != table.num_tiles || reached.size() != tiles.size()) {
    return absl::InvalidArgumentError(
        "tiles must lie on different cells and be connected, one of them on 0,0");
  }
  return absl::OkStatus();
}

absl::Status CheckColours(const Table& table, const TileAt& tiles) {
  for (const auto& [place, tile] : tiles) {
    for (size_t d = 0; d < kSides; ++d) {
      const auto beside = TileBeside(tiles, {place.first, place.second}, d);
      if (beside &&
          ColourAt(static_cast<size_t>(tile), table.RotationOf(tile), d) !=
              ColourAt(static_cast<size_t>(*beside), table.RotationOf(*beside), Opposite(d))) {
        return absl::InvalidArgumentError(absl::StrCat("tiles ", std::min(tile, *beside) + 1,
                                                       " and ", std::max(tile, *beside) + 1,
                                                       " do not match in colour"));
      }
    }
  }
  return absl::OkStatus();
}

// Restriction 1: no three sides of one colour face a space.
absl::Status CheckSpaces(const Table& table, const TileAt& tiles) {
  std::map<Place, std::array<int, kColours>> facing;
  for (const auto& [place, tile] : tiles) {
    for (size_t d = 0; d < kSides; ++d) {
      const Cell beside = Neighbour({place.first, place.second}, d);
      const uint8_t colour = ColourAt(static_cast<size_t>(tile), table.RotationOf(tile), d);
      if (!tiles.contains({beside.q, beside.r}) && ++facing[{beside.q, beside.r}][colour] == 3) {
        return absl::InvalidArgumentError(
            absl::StrCat("three sides of one colour face ", beside.q, ",", beside.r));
      }
    }
  }
  return absl::OkStatus();
}

// The free cells beside taken ones, with the number of their sides that a taken one touches.
std::map<Place, int> TouchesOfFree(const std::set<Place>& taken) {
  std::map<Place, int> touches;
  for (const Place& place : taken) {
    for (size_t d = 0; d < kSides; ++d) {
      const Cell beside = Neighbour({place.first, place.second}, d);
      if (!taken.contains({beside.q, beside.r})) {
        ++touches[{beside.q, beside.r}];
      }
    }
  }
  return touches;
}

}  // namespace

bool ClosureHolds(const Table& table, const Cell* cell, int* filled) {
  std::set<Place> taken;
  for (const auto& [place, tile] : TilesByCell(table)) {
    taken.insert(place);
  }
  if (cell != nullptr) {
    taken.emplace(cell->q, cell->r);
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [place, count] : TouchesOfFree(taken)) {
      if (count > 3) {
        return false;
      }
      if (count == 3 && !grows) {
        taken.insert(place);
        grows = true;
      }
    }
  }
  if (filled != nullptr) {
    *filled = static_cast<int>(taken.size());
  }
  return true;
}

absl::Status CheckShape(const Table& table, bool restricted) {
  if (table.num_tiles == 0) {
    return absl::OkStatus();
  }
  const TileAt tiles = TilesByCell(table);
  if (auto status = CheckConnected(table, tiles); !status.ok()) {
    return status;
  }
  if (auto status = CheckColours(table, tiles); !status.ok() || !restricted) {
    return status;
  }
  if (auto status = CheckSpaces(table, tiles); !status.ok()) {
    return status;
  }
  int hull = 0;
  const std::array<int, 2> least = {table.least[0], table.least[1]};
  for (int q = least[0]; q <= table.most[0]; ++q) {
    for (int r = least[1]; r <= table.most[1]; ++r) {
      hull += table.InHull({q, r}) ? 1 : 0;
    }
  }
  int filled = 0;
  if (!ClosureHolds(table, nullptr, &filled) || filled != hull) {
    return absl::InvalidArgumentError(
        "no play leads to this shape while there are tiles in the bag");
  }
  return absl::OkStatus();
}

}  // namespace kvintet::envs::tantrix
