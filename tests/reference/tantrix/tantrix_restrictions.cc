// Restrictions: each is checked by placing the tile.
#include "tests/reference/tantrix/tantrix_restrictions.h"

#include <algorithm>
#include <string>

namespace kvintet::reference::tantrix {
namespace {

bool HasThreeEdgesOfOneColour(const Table& table, Place space) {
  std::string colours;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Placement* tile = table.At(Neighbour(space, direction));
    if (tile != nullptr) colours += ColourFacing(*tile, Opposite(direction));
  }
  return std::any_of(colours.begin(), colours.end(), [&](char colour) {
    return std::count(colours.begin(), colours.end(), colour) >= 3;
  });
}

// The maximum number of tiles beside an empty place, and such a place.
struct Tightest {
  int touches = 0;
  Place space = {};
};

Tightest TightestSpace(const Shape& shape) {
  Tightest tightest;
  for (const Place place : shape.Places()) {
    for (int direction = 0; direction < kNumDirections; ++direction) {
      const Place space = Neighbour(place, direction);
      if (shape.Has(space)) continue;
      const int touches = shape.Touches(space);
      if (touches > tightest.touches) tightest = {touches, space};
    }
  }
  return tightest;
}

// The tiles, in every rotation, that may be placed on one space, as far as colours (T3) and the
// first restriction (T4.1) are concerned.
std::vector<Placement> LegalOn(const Table& table, Place space, const std::vector<int>& tiles,
                               bool bag_holds) {
  std::vector<Placement> legal;
  for (const int tile : tiles) {
    for (int rotation = 0; rotation < kNumDirections; ++rotation) {
      const Placement placement = {tile, space, rotation};
      if (!Fits(table, placement)) continue;
      if (bag_holds && BreaksFirstRestriction(table, placement)) continue;
      legal.push_back(placement);
    }
  }
  return legal;
}

void Append(const std::vector<Placement>& more, std::vector<Placement>* all) {
  all->insert(all->end(), more.begin(), more.end());
}

}  // namespace

bool BreaksFirstRestriction(const Table& table, const Placement& placement) {
  Table after = table;
  after.Lay(placement);
  // Only the spaces beside the tile have a new edge facing them.
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Place space = Neighbour(placement.place, direction);
    if (after.At(space) == nullptr && HasThreeEdgesOfOneColour(after, space)) return true;
  }
  return false;
}

bool BreaksSecondOrThird(const Shape& shape, Place place) {
  if (IsForced(shape, place)) return false;
  Shape filled = shape;
  filled.Add(place);
  Tightest tightest = TightestSpace(filled);
  while (tightest.touches == 3) {
    filled.Add(tightest.space);
    tightest = TightestSpace(filled);
  }
  return tightest.touches >= 4;
}

std::vector<Placement> Fills(const Table& table, const std::vector<int>& tiles, bool bag_holds) {
  std::vector<Placement> fills;
  for (const Place space : table.Filled().Spaces()) {
    if (!IsForced(table.Filled(), space)) continue;
    Append(LegalOn(table, space, tiles, bag_holds), &fills);
  }
  return fills;
}

std::vector<Placement> FreeMoves(const Table& table, const std::vector<int>& tiles,
                                 bool bag_holds) {
  std::vector<Placement> moves;
  for (const Place space : table.Filled().Spaces()) {
    if (bag_holds && BreaksSecondOrThird(table.Filled(), space)) continue;
    Append(LegalOn(table, space, tiles, bag_holds), &moves);
  }
  return moves;
}

}  // namespace kvintet::reference::tantrix
