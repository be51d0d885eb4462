// Table: places in a flat grid that is large enough for every legal shape.
#include "tests/reference/tantrix/tantrix_table.h"

#include <set>

namespace kvintet::reference::tantrix {
namespace {

// T8: 56 connected tiles with one at 0,0 reach at most 55 along an axis, the places beside them 56,
// and the places beside those 57.
constexpr int kReach = 57;
constexpr int kSide = 2 * kReach + 1;

std::size_t GridIndex(Place place) {
  return static_cast<std::size_t>((place.q + kReach) * kSide + place.r + kReach);
}

bool WithinReach(Place place) {
  return place.q >= -kReach && place.q <= kReach && place.r >= -kReach && place.r <= kReach;
}

}  // namespace

Shape::Shape() : order_(static_cast<std::size_t>(kSide * kSide), 0) {}

int Shape::OrderOf(Place place) const { return WithinReach(place) ? order_[GridIndex(place)] : 0; }

void Shape::Add(Place place) {
  places_.push_back(place);
  order_.at(GridIndex(place)) = static_cast<std::uint8_t>(places_.size());
}

int Shape::Touches(Place place) const {
  int touches = 0;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    if (Has(Neighbour(place, direction))) ++touches;
  }
  return touches;
}

std::vector<Place> Shape::Spaces() const {
  if (places_.empty()) return {Place{0, 0}};
  std::set<Place> spaces;
  for (const Place place : places_) {
    for (int direction = 0; direction < kNumDirections; ++direction) {
      const Place beside = Neighbour(place, direction);
      if (!Has(beside)) spaces.insert(beside);
    }
  }
  return {spaces.begin(), spaces.end()};
}

void Table::Lay(const Placement& placement) {
  filled_.Add(placement.place);
  placements_.push_back(placement);
}

const Placement* Table::At(Place place) const {
  const int order = filled_.OrderOf(place);
  return order == 0 ? nullptr : &placements_[static_cast<std::size_t>(order - 1)];
}

bool IsForced(const Shape& shape, Place place) {
  return !shape.Has(place) && shape.Touches(place) >= 3;
}

bool Fits(const Table& table, const Placement& placement) {
  if (table.At(placement.place) != nullptr) return false;
  if (table.Placements().empty()) return placement.place == Place{0, 0};
  int touches = 0;
  for (int direction = 0; direction < kNumDirections; ++direction) {
    const Placement* other = table.At(Neighbour(placement.place, direction));
    if (other == nullptr) continue;
    ++touches;
    if (ColourFacing(placement, direction) != ColourFacing(*other, Opposite(direction))) {
      return false;
    }
  }
  return touches > 0;
}

}  // namespace kvintet::reference::tantrix
