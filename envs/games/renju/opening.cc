// Opening: see the header.
#include "envs/games/renju/opening.h"

#include <array>
#include <optional>
#include <utility>

namespace kvintet::envs::renju {
namespace {

struct NamedOpening {
  std::string_view name;
  std::string_view third;
};

// R9: with the second stone h9, then with i9.
constexpr std::array<NamedOpening, 13> kDirect = {{{"D1 Kansei", "h10"},
                                                   {"D2 Keigetsu", "i10"},
                                                   {"D3 Sosei", "j10"},
                                                   {"D4 Kagetsu", "i9"},
                                                   {"D5 Zangetsu", "j9"},
                                                   {"D6 Ugetsu", "i8"},
                                                   {"D7 Kinsei", "j8"},
                                                   {"D8 Shogetsu", "h7"},
                                                   {"D9 Kyugetsu", "i7"},
                                                   {"D10 Shingetsu", "j7"},
                                                   {"D11 Zuisei", "h6"},
                                                   {"D12 Sangetsu", "i6"},
                                                   {"D13 Yusei", "j6"}}};
constexpr std::array<NamedOpening, 13> kIndirect = {{{"I1 Chosei", "j10"},
                                                     {"I2 Kyogetsu", "j9"},
                                                     {"I3 Kosei", "j8"},
                                                     {"I4 Suigetsu", "j7"},
                                                     {"I5 Ryusei", "j6"},
                                                     {"I6 Ungetsu", "i8"},
                                                     {"I7 Hogetsu", "i7"},
                                                     {"I8 Rangetsu", "i6"},
                                                     {"I9 Gingetsu", "h7"},
                                                     {"I10 Myojo", "h6"},
                                                     {"I11 Shagetsu", "g7"},
                                                     {"I12 Meigetsu", "g6"},
                                                     {"I13 Suisei", "f6"}}};

// A point of the lattice, which has no edges.
struct Place {
  int column;
  int row;
};

Place PlaceOf(int point) { return {ColumnOf(point), RowOf(point)}; }

// A symmetry of the lattice: about a1, then a shift.
struct LatticeSymmetry {
  bool turn;
  bool mirror_columns;
  bool mirror_rows;
  Place shift;

  Place Apply(Place place) const {
    if (turn) {
      std::swap(place.column, place.row);
    }
    return {(mirror_columns ? -place.column : place.column) + shift.column,
            (mirror_rows ? -place.row : place.row) + shift.row};
  }
  // The image of a point; kNoPoint if it lies beside the board.
  int Apply(int point) const {
    const Place image = Apply(PlaceOf(point));
    return OnBoard(image.column, image.row) ? PointAt(image.column, image.row) : kNoPoint;
  }
  bool Keeps(const Board& stones) const {
    bool keeps = true;
    stones.ForEach([&](int point) {
      const int image = Apply(point);
      keeps = keeps && image != kNoPoint && stones.Has(image);
    });
    return keeps;
  }
};

}  // namespace

Board CentralPoints(int reach) {
  Board points = {};
  for (int row = kSize / 2 - reach; row <= kSize / 2 + reach; ++row) {
    for (int column = kSize / 2 - reach; column <= kSize / 2 + reach; ++column) {
      points.Add(PointAt(column, row));
    }
  }
  return points;
}

std::string_view OpeningName(int second, int third) {
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const int image = ImageOf(symmetry, second);
    if (image != ParsePoint("h9") && image != ParsePoint("i9")) {
      continue;
    }
    for (const NamedOpening& opening : image == ParsePoint("h9") ? kDirect : kIndirect) {
      if (ImageOf(symmetry, third) == ParsePoint(opening.third)) {
        return opening.name;
      }
    }
  }
  return "";
}

Board EqualOffers(const Board& black, const Board& white, int point) {
  Board equal = {};
  const int anchor = black.First();
  for (int bits = 0; bits < kSymmetries; ++bits) {
    LatticeSymmetry symmetry = {
        (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, {.column = 0, .row = 0}};
    const Place turned = symmetry.Apply(PlaceOf(anchor));
    // The anchor goes to one of the black stones.
    black.ForEach([&](int goal) {
      symmetry.shift = {ColumnOf(goal) - turned.column, RowOf(goal) - turned.row};
      const int image = symmetry.Apply(point);
      if (image != kNoPoint && symmetry.Keeps(black) && symmetry.Keeps(white)) {
        equal.Add(image);
      }
    });
  }
  return equal;
}

int OfferRank(int order, int point) {
  const int before = ImageOf(InverseOf(order), point);
  return kSize * ColumnOf(before) + RowOf(before);
}

Board FirstOffers(const Board& black, const Board& white, const Board& free, int order) {
  // From the last point of the order on: all but the last few surely have a partner.
  constexpr int kEnough = kSymmetries;
  std::array<int, kEnough> later = {};
  int num_later = 0;
  Board offers = free;
  for (int rank = kPoints - 1; rank >= 0 && num_later < kEnough; --rank) {
    const int point = ImageOf(order, PointAt(rank / kSize, rank % kSize));
    if (!free.Has(point)) {
      continue;
    }
    const Board equal = EqualOffers(black, white, point);
    bool has_partner = false;
    for (int i = 0; i < num_later; ++i) {
      has_partner = has_partner || !equal.Has(later[static_cast<size_t>(i)]);
    }
    if (!has_partner) {
      offers.Remove(point);
    }
    later[static_cast<size_t>(num_later++)] = point;
  }
  return offers;
}

Board SecondOffers(const Board& black, const Board& white, const Board& free, int order,
                   int first) {
  const Board equal = EqualOffers(black, white, first);
  Board offers = {};
  free.ForEach([&](int point) {
    if (OfferRank(order, point) > OfferRank(order, first) && !equal.Has(point)) {
      offers.Add(point);
    }
  });
  return offers;
}

}  // namespace kvintet::envs::renju
