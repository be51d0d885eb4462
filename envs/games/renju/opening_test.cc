// Tests of the opening: points, names and offers.
#include "envs/games/renju/opening.h"

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace kvintet::envs::renju {
namespace {

Board PointsOf(std::initializer_list<const char*> names) {
  Board board = {};
  for (const char* name : names) {
    board.Add(ParsePoint(name));
  }
  return board;
}

struct Opening {
  const char* second;
  const char* third;
  const char* name;
};

constexpr Opening kOpenings[] = {
    {"h9", "h10", "D1 Kansei"},    {"h9", "i10", "D2 Keigetsu"}, {"h9", "j10", "D3 Sosei"},
    {"h9", "i9", "D4 Kagetsu"},    {"h9", "j9", "D5 Zangetsu"},  {"h9", "i8", "D6 Ugetsu"},
    {"h9", "j8", "D7 Kinsei"},     {"h9", "h7", "D8 Shogetsu"},  {"h9", "i7", "D9 Kyugetsu"},
    {"h9", "j7", "D10 Shingetsu"}, {"h9", "h6", "D11 Zuisei"},   {"h9", "i6", "D12 Sangetsu"},
    {"h9", "j6", "D13 Yusei"},     {"i9", "j10", "I1 Chosei"},   {"i9", "j9", "I2 Kyogetsu"},
    {"i9", "j8", "I3 Kosei"},      {"i9", "j7", "I4 Suigetsu"},  {"i9", "j6", "I5 Ryusei"},
    {"i9", "i8", "I6 Ungetsu"},    {"i9", "i7", "I7 Hogetsu"},   {"i9", "i6", "I8 Rangetsu"},
    {"i9", "h7", "I9 Gingetsu"},   {"i9", "h6", "I10 Myojo"},    {"i9", "g7", "I11 Shagetsu"},
    {"i9", "g6", "I12 Meigetsu"},  {"i9", "f6", "I13 Suisei"}};

TEST(OpeningTest, R9_NamesAllOpeningsHoweverTurned) {
  for (const Opening& opening : kOpenings) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      EXPECT_EQ(OpeningName(ImageOf(symmetry, ParsePoint(opening.second)),
                            ImageOf(symmetry, ParsePoint(opening.third))),
                opening.name)
          << symmetry;
    }
  }
}

TEST(OpeningTest, R5_EveryThreeStonesOfTheCentreHaveAName) {
  std::set<std::string_view> names;
  CentralPoints(1).ForEach([&](int second) {
    CentralPoints(2).ForEach([&](int third) {
      if (second != kCentre && third != kCentre && second != third) {
        names.insert(OpeningName(second, third));
      }
    });
  });
  EXPECT_EQ(names.size(), 26u);
  EXPECT_EQ(names.count(""), 0u);
}

TEST(OpeningTest, R5_OtherStonesAreNoOpening) {
  EXPECT_EQ(OpeningName(ParsePoint("h10"), ParsePoint("i9")), "");
  EXPECT_EQ(OpeningName(ParsePoint("h9"), ParsePoint("a1")), "");
}

TEST(OpeningTest, R5_MirroredOfferIsTheSame) {
  // The four stones stand in one column, which a reflection keeps.
  const Board equal =
      EqualOffers(PointsOf({"h8", "h7"}), PointsOf({"h9", "h10"}), ParsePoint("i8"));
  EXPECT_EQ(equal, PointsOf({"i8", "g8"}));
}

TEST(OpeningTest, R5_OfferIsTheSameByAHalfTurnAboutAnotherPointThanTheCentre) {
  // A rotation by 180 degrees about the point between h8 and h9 swaps the stones of each colour.
  const Board equal = EqualOffers(PointsOf({"h8", "h9"}), PointsOf({"g8", "i9"}), ParsePoint("j8"));
  EXPECT_EQ(equal, PointsOf({"j8", "f9"}));
}

TEST(OpeningTest, R5_SymmetryThatExchangesColoursDoesNotCount) {
  const Board equal = EqualOffers(PointsOf({"h8", "i9"}), PointsOf({"h9", "i8"}), ParsePoint("j8"));
  // Reflections at both diagonals and the rotation by 180 degrees keep the square; a rotation by 90
  // degrees changes colours.
  EXPECT_EQ(equal, PointsOf({"j8", "i7", "g9", "h10"}));
}

TEST(OpeningTest, R5_ImageBesideTheBoardIsNoOffer) {
  const Board equal =
      EqualOffers(PointsOf({"h8", "h7"}), PointsOf({"h9", "h10"}), ParsePoint("o1"));
  EXPECT_EQ(equal, PointsOf({"o1", "a1"}));
  const Board off = EqualOffers(PointsOf({"h8", "j8"}), PointsOf({"h9", "j9"}), ParsePoint("a1"));
  EXPECT_EQ(off, PointsOf({"a1"}));
}

TEST(OpeningTest, OffersNeverLeadIntoADeadEnd) {
  const Board black = PointsOf({"h8", "h7"});
  const Board white = PointsOf({"h9", "h10"});
  Board free = PointsOf({"g8", "i8", "o15"});
  for (int order = 0; order < kSymmetries; ++order) {
    const Board first = FirstOffers(black, white, free, order);
    free.ForEach([&](int point) {
      EXPECT_EQ(first.Has(point), SecondOffers(black, white, free, order, point).Count() > 0);
    });
  }
  // Without o15 there is no truly different point to offer.
  EXPECT_EQ(FirstOffers(black, white, PointsOf({"g8", "i8"}), 0).Count(), 0);
}

TEST(OpeningTest, OffersAreOrderedByColumnThenRow) {
  EXPECT_LT(OfferRank(0, ParsePoint("h9")), OfferRank(0, ParsePoint("j7")));
  EXPECT_LT(OfferRank(0, ParsePoint("h7")), OfferRank(0, ParsePoint("h9")));
  EXPECT_EQ(OfferRank(3, ImageOf(3, ParsePoint("c5"))), OfferRank(0, ParsePoint("c5")));
}

TEST(OpeningTest, R6_SymmetriesAreAGroup) {
  for (int a = 0; a < kSymmetries; ++a) {
    EXPECT_EQ(Composed(a, InverseOf(a)), 0);
    for (int b = 0; b < kSymmetries; ++b) {
      for (const int point : {0, 1, 37, 112, 200}) {
        EXPECT_EQ(ImageOf(Composed(a, b), point), ImageOf(b, ImageOf(a, point)));
      }
    }
  }
}

}  // namespace
}  // namespace kvintet::envs::renju
