// Renju opening: the 26 named openings, and when two offers of a fifth move are equivalent.
#include "tests/reference/renju/renju_opening.h"

#include <array>
#include <set>

namespace kvintet::reference::renju {
namespace {

constexpr Point kCentre = {7, 7};

struct Opening {
  const char* name;
  const char* second;
  const char* third;
};

constexpr std::array<Opening, 26> kOpenings = {{
    {"D1 Kansei", "h9", "h10"},    {"D2 Keigetsu", "h9", "i10"}, {"D3 Sosei", "h9", "j10"},
    {"D4 Kagetsu", "h9", "i9"},    {"D5 Zangetsu", "h9", "j9"},  {"D6 Ugetsu", "h9", "i8"},
    {"D7 Kinsei", "h9", "j8"},     {"D8 Shogetsu", "h9", "h7"},  {"D9 Kyugetsu", "h9", "i7"},
    {"D10 Shingetsu", "h9", "j7"}, {"D11 Zuisei", "h9", "h6"},   {"D12 Sangetsu", "h9", "i6"},
    {"D13 Yusei", "h9", "j6"},     {"I1 Chosei", "i9", "j10"},   {"I2 Kyogetsu", "i9", "j9"},
    {"I3 Kosei", "i9", "j8"},      {"I4 Suigetsu", "i9", "j7"},  {"I5 Ryusei", "i9", "j6"},
    {"I6 Ungetsu", "i9", "i8"},    {"I7 Hogetsu", "i9", "i7"},   {"I8 Rangetsu", "i9", "i6"},
    {"I9 Gingetsu", "i9", "h7"},   {"I10 Myojo", "i9", "h6"},    {"I11 Shagetsu", "i9", "g7"},
    {"I12 Meigetsu", "i9", "g6"},  {"I13 Suisei", "i9", "f6"},
}};

Point Plus(Point a, Point b) { return {a.column + b.column, a.row + b.row}; }

Point Minus(Point a, Point b) { return {a.column - b.column, a.row - b.row}; }

Point TurnedAboutCentre(Point point, int turn) {
  return Plus(Turned(Minus(point, kCentre), turn), kCentre);
}

Point Mapped(Point point, const Symmetry& symmetry) {
  return Plus(Turned(point, symmetry.turn), symmetry.shift);
}

std::set<Point> StonesOfColour(const std::string& board, char colour) {
  std::set<Point> stones;
  for (int index = 0; index < kSize * kSize; ++index) {
    if (At(board, PointAt(index)) == colour) stones.insert(PointAt(index));
  }
  return stones;
}

bool MapsOntoItself(const std::set<Point>& stones, const Symmetry& symmetry) {
  std::set<Point> mapped;
  for (const Point stone : stones) mapped.insert(Mapped(stone, symmetry));
  return mapped == stones;
}

}  // namespace

Point Turned(Point point, int turn) {
  if (turn >= 4) point.column = -point.column;
  for (int quarter = 0; quarter < turn % 4; ++quarter) point = {-point.row, point.column};
  return point;
}

std::string NameOfOpening(Point first, Point second, Point third) {
  if (first != kCentre) return "";
  for (int turn = 0; turn < 8; ++turn) {
    for (const Opening& opening : kOpenings) {
      if (TurnedAboutCentre(second, turn) == ParsePoint(opening.second) &&
          TurnedAboutCentre(third, turn) == ParsePoint(opening.third)) {
        return opening.name;
      }
    }
  }
  return "";
}

std::vector<Symmetry> PatternSymmetries(const std::string& board) {
  const std::set<Point> black = StonesOfColour(board, 'X');
  const std::set<Point> white = StonesOfColour(board, 'O');
  std::vector<Symmetry> symmetries;
  for (int turn = 0; turn < 8; ++turn) {
    // A symmetry maps the first black stone onto some black stone, which determines its shift.
    for (const Point image : black) {
      const Symmetry symmetry = {turn, Minus(image, Turned(*black.begin(), turn))};
      if (MapsOntoItself(black, symmetry) && MapsOntoItself(white, symmetry)) {
        symmetries.push_back(symmetry);
      }
    }
  }
  return symmetries;
}

bool SameOffer(const std::vector<Symmetry>& symmetries, Point one, Point other) {
  if (one == other) return true;
  for (const Symmetry& symmetry : symmetries) {
    if (Mapped(one, symmetry) == other) return true;
  }
  return false;
}

}  // namespace kvintet::reference::renju
