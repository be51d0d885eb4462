// Board: builds the tables.
#include "envs/games/punct/board.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace kvintet::envs::punct {
namespace {

Place Sum(Place a, Place b) { return {a.x + b.x, a.y + b.y}; }

// The number of steps from the centre of the board.
int Distance(Place place) {
  return std::max({std::abs(place.x), std::abs(place.y), std::abs(place.x - place.y)});
}

constexpr std::array<int, kDirections> StepsOf(int stride) {
  std::array<int, kDirections> steps = {};
  for (size_t d = 0; d < kDirections; ++d) {
    steps[d] = stride * kSteps[d].x + kSteps[d].y;
  }
  return steps;
}
static_assert(StepsOf(kFullStride) == kSpotSteps<kFullStride>);
static_assert(StepsOf(kTinyStride) == kSpotSteps<kTinyStride>);

}  // namespace

Board::Board(const Box& box)
    : radius_(box.radius), stride_(2 * box.radius - 1), middle_(stride_ * radius_ + radius_ - 1) {
  NumberSpaces();
  all_.ForEach([&](int spot) {
    if (Distance(PlaceOf(spot)) <= box.centre_radius) {
      centre_.Add(spot);
      fixed_planes_[static_cast<size_t>(width() * width() + CellOf(spot))] = 1;
    }
    fixed_planes_[static_cast<size_t>(CellOf(spot))] = 1;
  });
  ListSides();
  ListFootprints();
  ListLines();
  ListFits();
}

// P1: the corners are not spaces.
bool Board::Has(Place place) const {
  const int rims = (std::abs(place.x) == radius_ ? 1 : 0) + (std::abs(place.y) == radius_ ? 1 : 0) +
                   (std::abs(place.x - place.y) == radius_ ? 1 : 0);
  return Distance(place) <= radius_ && rims < 2;
}

void Board::NumberSpaces() {
  for (int x = -radius_; x <= radius_; ++x) {
    for (int y = -radius_; y <= radius_; ++y) {
      if (!Has({x, y})) {
        continue;
      }
      const auto spot = static_cast<size_t>(SpotAt({x, y}));
      all_.Add(static_cast<int>(spot));
      places_[spot] = {x, y};
      cell_of_[spot] = static_cast<uint16_t>((x + radius_) * width() + y + radius_);
      spot_of_[static_cast<size_t>(num_spaces_)] = static_cast<uint8_t>(spot);
      space_of_[spot] = static_cast<uint8_t>(num_spaces_++);
    }
  }
}

void Board::ListSides() {
  all_.ForEach([&](int spot) {
    const Place place = PlaceOf(spot);
    const std::array<int, 3> rims = {place.x, place.y, place.x - place.y};
    for (size_t pair = 0; pair < rims.size(); ++pair) {
      if (std::abs(rims[pair]) == radius_) {
        sides_[pair][rims[pair] > 0 ? 1 : 0].Add(spot);
      }
    }
  });
}

void Board::ListFootprints() {
  const auto plane = [this](size_t number) {
    return static_cast<int16_t>(static_cast<int>(number) * width() * width());
  };
  const auto offset = [](size_t kind, size_t rotation, size_t dot, int stride) {
    return static_cast<int16_t>(MinorOffset(StepsOf(stride), static_cast<int>(kind),
                                            static_cast<int>(rotation), static_cast<int>(dot)));
  };
  for (size_t kind = 0; kind < kKinds; ++kind) {
    const PieceShape& shape = kShapes[kind];
    for (size_t rotation = 0; rotation < kDirections; ++rotation) {
      Footprint& print = footprints_[kind][rotation];
      for (size_t dot = 0; dot < 2; ++dot) {
        minor_[kind][rotation][dot] = offset(kind, rotation, dot, stride_);
        print.cells[dot] = offset(kind, rotation, dot, width());
        const int direction = dot == 0 || shape.second_is_two_steps ? shape.first : shape.second;
        print.beside_planes[dot] =
            plane(kKinds + (static_cast<size_t>(direction) + rotation) % kDirections);
      }
      print.kind_plane = plane(kind);
    }
  }
}

void Board::ListLines() {
  all_.ForEach([&](int spot) {
    Spots& lines = lines_[static_cast<size_t>(SpaceOf(spot))];
    lines.Add(spot);
    for (size_t direction = 0; direction < kDirections; ++direction) {
      Place place = Sum(PlaceOf(spot), kSteps[direction]);
      if (Has(place)) {
        inner_[direction].Add(spot);
      }
      // A line leaves the board only at its ends.
      for (; Has(place); place = Sum(place, kSteps[direction])) {
        lines.Add(SpotAt(place));
      }
    }
  });
}

void Board::ListFits() {
  for (size_t kind = 0; kind < kKinds; ++kind) {
    for (size_t rotation = 0; rotation < static_cast<size_t>(kShapes[kind].rotations); ++rotation) {
      fits_[kind][rotation] = SpotsFor(kShapes[kind], rotation);
    }
  }
}

Spots Board::SpotsFor(const PieceShape& shape, size_t rotation) const {
  const Place first = kSteps[(static_cast<size_t>(shape.first) + rotation) % kDirections];
  const Place second = kSteps[(static_cast<size_t>(shape.second) + rotation) % kDirections];
  Spots spots = {};
  all_.ForEach([&](int spot) {
    const Place from_first = Sum(PlaceOf(spot), first);
    if (Has(from_first) &&
        Has(Sum(shape.second_is_two_steps ? from_first : PlaceOf(spot), second))) {
      spots.Add(spot);
    }
  });
  return spots;
}

std::string Board::SpaceName(int spot) const {
  const Place place = PlaceOf(spot);
  return absl::StrCat(std::string(1, static_cast<char>('A' + place.x + radius_)),
                      place.y + radius_ + 1);
}

int Board::ParseSpace(std::string_view name) const {
  const bool digits = name.size() >= 2 && name.size() <= 3 && name[1] >= '1' && name[1] <= '9' &&
                      (name.size() == 2 || (name[2] >= '0' && name[2] <= '9'));
  if (!digits || name[0] < 'A' || name[0] > 'Z') {
    return kNoSpot;
  }
  const int number = name.size() == 2 ? name[1] - '0' : 10 * (name[1] - '0') + (name[2] - '0');
  const Place place = {name[0] - 'A' - radius_, number - 1 - radius_};
  return Has(place) ? SpotAt(place) : kNoSpot;
}

}  // namespace kvintet::envs::punct
