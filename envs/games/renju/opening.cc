// Opening: tables of names, and symmetries of the first four stones.
#include "envs/games/renju/opening.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kvintet::envs::renju {
namespace {

struct NamedOpening {
  std::string_view name;
  std::string_view third;
};

// R9: the openings with second stone h9, then those with i9.
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

// A point of the infinite lattice.
struct Place {
  int column;
  int row;
};

// A symmetry of the lattice: an element of the dihedral group about a1, then a shift.
struct LatticeSymmetry {
  int bits;  // as in ImageOf
  Place shift;

  // The image of a point, or kNoPoint if it is off the board.
  int Apply(int point) const {
    const bool turn = (bits & 1) != 0;
    const int column = turn ? RowOf(point) : ColumnOf(point);
    const int row = turn ? ColumnOf(point) : RowOf(point);
    const Place image = {((bits & 2) != 0 ? -column : column) + shift.column,
                         ((bits & 4) != 0 ? -row : row) + shift.row};
    return OnBoard(image.column, image.row) ? PointAt(image.column, image.row) : kNoPoint;
  }
};

// The symmetries of the stones. Each has different bits, since a shift alone moves the stones.
struct PatternSymmetries {
  std::array<LatticeSymmetry, kSymmetries> members;
  size_t count = 0;

  bool AreEqual(int one, int other) const {
    return std::any_of(members.begin(), members.begin() + count,
                       [&](const LatticeSymmetry& s) { return s.Apply(one) == other; });
  }
};

using StonePair = std::array<int, 2>;

StonePair StonesOf(const Board& board) {
  StonePair stones = {kNoPoint, kNoPoint};
  size_t count = 0;
  board.ForEach([&](int point) { stones[std::min(count++, size_t{1})] = point; });
  return stones;
}

// Whether the symmetry maps the two stones onto themselves.
bool Keeps(const LatticeSymmetry& symmetry, const StonePair& stones) {
  const int first = symmetry.Apply(stones[0]);
  const int second = symmetry.Apply(stones[1]);
  return (first == stones[0] && second == stones[1]) || (first == stones[1] && second == stones[0]);
}

PatternSymmetries SymmetriesOf(const Board& black, const Board& white) {
  const StonePair blacks = StonesOf(black);
  const StonePair whites = StonesOf(white);
  PatternSymmetries symmetries;
  for (int bits = 0; bits < kSymmetries; ++bits) {
    // The first black stone maps to one of the two.
    const bool turn = (bits & 1) != 0;
    const int column = turn ? RowOf(blacks[0]) : ColumnOf(blacks[0]);
    const int row = turn ? ColumnOf(blacks[0]) : RowOf(blacks[0]);
    for (const int goal : blacks) {
      const LatticeSymmetry symmetry = {bits,
                                        {ColumnOf(goal) - ((bits & 2) != 0 ? -column : column),
                                         RowOf(goal) - ((bits & 4) != 0 ? -row : row)}};
      if (Keeps(symmetry, blacks) && Keeps(symmetry, whites)) {
        symmetries.members[symmetries.count++] = symmetry;
      }
    }
  }
  return symmetries;
}

// The points after `first` in the canonical order of offers.
Board LaterPoints(int order, int first) {
  const int before = ImageOf(InverseOf(order), first);
  const uint32_t columns = 0x7fffu << (ColumnOf(before) + 1) & 0x7fffu;
  Board later = {};
  for (int row = 0; row < kSize; ++row) {
    const uint32_t same_column = row > RowOf(before) ? 1u << ColumnOf(before) : 0u;
    later.rows[static_cast<size_t>(row)] = static_cast<uint16_t>(columns | same_column);
  }
  return order == 0 ? later : ImageOf(order, later);
}

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
  const PatternSymmetries symmetries = SymmetriesOf(black, white);
  Board equal = {};
  for (size_t i = 0; i < symmetries.count; ++i) {
    const int image = symmetries.members[i].Apply(point);
    if (image != kNoPoint) {
      equal.Add(image);
    }
  }
  return equal;
}

int OfferRank(int order, int point) {
  const int before = ImageOf(InverseOf(order), point);
  return kSize * ColumnOf(before) + RowOf(before);
}

Board FirstOffers(const Board& black, const Board& white, const Board& free, int order) {
  // Goes backwards from the last point in the order: all but the last few certainly have a partner.
  constexpr size_t kEnough = kSymmetries;
  const PatternSymmetries symmetries = SymmetriesOf(black, white);
  std::array<int, kEnough> later = {};
  size_t num_later = 0;
  Board offers = free;
  for (int rank = kPoints - 1; rank >= 0 && num_later < kEnough; --rank) {
    const int point = ImageOf(order, PointAt(rank / kSize, rank % kSize));
    if (!free.Has(point)) {
      continue;
    }
    const bool has_partner = std::any_of(later.begin(), later.begin() + num_later, [&](int other) {
      return !symmetries.AreEqual(point, other);
    });
    if (has_partner) {
      // All earlier points in the order can be offered with whichever of the two is different.
      break;
    }
    offers.Remove(point);
    later[num_later++] = point;
  }
  return offers;
}

Board SecondOffers(const Board& black, const Board& white, const Board& free, int order,
                   int first) {
  Board offers = LaterPoints(order, first);
  for (size_t row = 0; row < kSize; ++row) {
    offers.rows[row] &= free.rows[row];
  }
  EqualOffers(black, white, first).ForEach([&](int point) { offers.Remove(point); });
  return offers;
}

}  // namespace kvintet::envs::renju
