// Tests of ForbiddenSet: positions with known complete answers, then clause by clause.
#include "envs/games/renju/forbidden.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::envs::renju {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The points named in a text, e.g. `a11 b2`; `-` for none.
Board PointsOf(const std::string& names) {
  Board board = {};
  std::istringstream words(names);
  for (std::string word; words >> word;) {
    if (word != "-") {
      board.Add(ParsePoint(word));
    }
  }
  return board;
}

// The names of the forbidden points, ascending.
std::vector<std::string> Forbidden(const std::string& black, const std::string& white = "") {
  std::vector<std::string> names;
  ForbiddenSet(PointsOf(black), PointsOf(white)).ForEach([&](int point) {
    names.push_back(PointName(point));
  });
  return names;
}

TEST(ForbiddenSetTest, KnowsThousandPositions) {
  std::ifstream file("tests/vectors/renju_forbidden_1000.txt");
  int positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    ASSERT_GE(line.size(), size_t{kPoints});
    const auto points = ForbiddenPoints(line.substr(0, kPoints));
    ASSERT_TRUE(points.ok());
    std::string found;
    for (const int point : *points) {
      found.append(found.empty() ? 0 : 1, ',').append(std::to_string(point));
    }
    EXPECT_EQ(found, line.substr(std::min(line.size(), size_t{kPoints} + 1))) << line;
  }
  EXPECT_EQ(positions, 1000);
}

TEST(ForbiddenSetTest, KnowsFortyNineNamedPositions) {
  std::ifstream file("tests/vectors/renju_forbidden_49.md");
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');) {
      cells.push_back(cell);
    }
    if (cells.size() < 5 || cells[1] == " id " || cells[1] == " --- ") {
      continue;
    }
    EXPECT_EQ(ForbiddenSet(PointsOf(cells[2]), PointsOf(cells[3])), PointsOf(cells[4])) << cells[1];
    ++positions;
  }
  EXPECT_EQ(positions, 49);
}

TEST(ForbiddenSetTest, R3_OverlineIsForbidden) {
  EXPECT_THAT(Forbidden("a1 b1 c1 e1 f1"), ElementsAre("d1"));
}

TEST(ForbiddenSetTest, R3_FiveIsNeverForbidden) {
  // d1 makes a five upwards and a six across.
  EXPECT_THAT(Forbidden("a1 b1 c1 e1 f1 d2 d3 d4 d5"), IsEmpty());
}

TEST(ForbiddenSetTest, R2_TwoFoursInOneLineCountAsTwo) {
  EXPECT_THAT(Forbidden("e8 f8 g8 j8 k8 l8"), IsEmpty());
  EXPECT_THAT(Forbidden("e8 g8 i8 k8"), ElementsAre("h8"));
}

TEST(ForbiddenSetTest, R2_StraightFourIsOneFour) { EXPECT_THAT(Forbidden("f8 g8 i8"), IsEmpty()); }

TEST(ForbiddenSetTest, R3_FourAndThreeIsAllowed) {
  EXPECT_THAT(Forbidden("e8 f8 g8 h9 h10", "d8"), IsEmpty());
}

TEST(ForbiddenSetTest, R3_DoubleThreeIsForbidden) {
  EXPECT_THAT(Forbidden("h7 g8 i8 h9"), ElementsAre("h8"));
}

TEST(ForbiddenSetTest, R10_ThreeWithoutRoomForAStraightFourDoesNotCount) {
  EXPECT_THAT(Forbidden("h7 g8 i8 h9", "e8 k8"), IsEmpty());
}

TEST(ForbiddenSetTest, ReadsBoardsAsText) {
  EXPECT_TRUE(ForbiddenPoints(std::string(kPoints, '.')).ok());
  EXPECT_FALSE(ForbiddenPoints(std::string(kPoints - 1, '.')).ok());
  EXPECT_FALSE(ForbiddenPoints(std::string(kPoints, 'x')).ok());
}

}  // namespace
}  // namespace kvintet::envs::renju
