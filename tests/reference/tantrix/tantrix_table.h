// Table: the tiles placed in a game of the reference Tantrix, and the shape they form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/reference/tantrix/tantrix_tiles.h"

namespace kvintet::reference::tantrix {

// A set of filled places, without colours.
class Shape {
 public:
  Shape();

  bool Has(Place place) const { return OrderOf(place) != 0; }

  // REQUIRES: `place` is empty and within 57 of 0,0 along both axes.
  void Add(Place place);

  // The filled places in the order they were filled.
  const std::vector<Place>& Places() const { return places_; }

  // Number of filled places beside `place`, 0 to 6.
  int Touches(Place place) const;

  // The empty places beside a filled one, ascending; for the empty shape only 0,0.
  std::vector<Place> Spaces() const;

  // 1 for the place filled first, 2 for the next, 0 for an empty one.
  int OrderOf(Place place) const;

 private:
  std::vector<Place> places_;
  std::vector<std::uint8_t> order_;  // of every place within reach
};

// The tiles placed so far.
class Table {
 public:
  // REQUIRES: the place is empty.
  void Lay(const Placement& placement);

  // The tile there, or null if there is none; valid until the next Lay.
  const Placement* At(Place place) const;

  const Shape& Filled() const { return filled_; }

  // In the order in which they were placed.
  const std::vector<Placement>& Placements() const { return placements_; }

 private:
  Shape filled_;
  std::vector<Placement> placements_;
};

// T3: whether it is an empty space touched by at least three tiles.
bool IsForced(const Shape& shape, Place place);

// T3: whether the tile is on an empty place beside a tile (the first tile: on 0,0), with the same
// colour on both sides of every shared edge.
bool Fits(const Table& table, const Placement& placement);

// T6: the points of the best single line or loop of `colour`: one per tile, in a loop two.
int BestLine(const Table& table, char colour);

// T6: the winner's tournament points, in tenths, for a difference of 0 or more.
int TournamentTenths(int difference);

}  // namespace kvintet::reference::tantrix
