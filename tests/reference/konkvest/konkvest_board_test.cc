// Tests of the reference Konkvest: cells, rows, neighbours, bases and the start position (Q1, Q3).
#include "tests/reference/konkvest/konkvest_board.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

constexpr Direction kDirections[] = {Direction::kLeft,        Direction::kRight,
                                     Direction::kForwardLeft, Direction::kForwardRight,
                                     Direction::kBackLeft,    Direction::kBackRight};

// The neighbours in the order L R FL FR BL BR, `-` off the board.
std::string NeighboursOf(const std::string& name, int player) {
  std::string text;
  for (const Direction direction : kDirections) {
    const std::optional<Cell> next = Step(player, CellAt(name), direction);
    if (!text.empty()) text += " ";
    text += next ? CellName(*next) : "-";
  }
  return text;
}

TEST(KonkvestBoardTest, Q1_ThereAre114CellsInRowsOf6To12) {
  EXPECT_EQ(AllCells().size(), 114U);
  std::vector<int> lengths;
  for (int row = 0; row < kNumRows; ++row) lengths.push_back(RowLength(row));
  EXPECT_EQ(lengths, (std::vector<int>{6, 7, 8, 9, 10, 11, 12, 11, 10, 9, 8, 7, 6}));
}

TEST(KonkvestBoardTest, Q1_CellsHaveNames) {
  for (const std::string name : {"a1", "a6", "f11", "g12", "m1", "m6"}) {
    ASSERT_TRUE(ParseCell(name)) << name;
    EXPECT_EQ(CellName(*ParseCell(name)), name);
  }
  for (const std::string name : {"a7", "a0", "g13", "n1", "g", "g012", "", "G1", "a1 "}) {
    EXPECT_FALSE(ParseCell(name)) << name;
  }
}

TEST(KonkvestBoardTest, Q1_NeighboursBelowTheDivider) {
  EXPECT_EQ(NeighboursOf("d5", 0), "d4 d6 e5 e6 c4 c5");
  EXPECT_EQ(NeighboursOf("a1", 0), "- a2 b1 b2 - -");
  EXPECT_EQ(NeighboursOf("a6", 0), "a5 - b6 b7 - -");
  EXPECT_EQ(NeighboursOf("e1", 0), "- e2 f1 f2 - d1");
}

TEST(KonkvestBoardTest, Q1_NeighboursOnTheDividerAndBeyond) {
  EXPECT_EQ(NeighboursOf("g6", 0), "g5 g7 h5 h6 f5 f6");
  EXPECT_EQ(NeighboursOf("g1", 0), "- g2 - h1 - f1");
  EXPECT_EQ(NeighboursOf("g12", 0), "g11 - h11 - f11 -");
  EXPECT_EQ(NeighboursOf("j5", 0), "j4 j6 k4 k5 i5 i6");
  EXPECT_EQ(NeighboursOf("m6", 0), "m5 - - - l6 l7");
}

TEST(KonkvestBoardTest, Q1_TheSecondPlayerSeesTheBoardFromTheOtherSide) {
  EXPECT_EQ(NeighboursOf("j5", 1), "j6 j4 i6 i5 k5 k4");
  EXPECT_EQ(NeighboursOf("g12", 1), "- g11 - f11 - h11");
  EXPECT_EQ(NeighboursOf("a1", 1), "a2 - - - b2 b1");
}

// Treats cells as points in the plane: rows are half a cell width times the square root of 3 apart.
TEST(KonkvestBoardTest, Q1_NeighboursAreTheCellsThatTouch) {
  for (const Cell cell : AllCells()) {
    Cells touching;
    for (const Cell other : AllCells()) {
      const int rows = std::abs(cell.row - other.row);
      const int halves = std::abs((2 * cell.number - RowLength(cell.row)) -
                                  (2 * other.number - RowLength(other.row)));
      if (3 * rows * rows + halves * halves == 4) touching.insert(other);
    }
    for (const int player : {0, 1}) {
      Cells neighbours;
      for (const Direction direction : kDirections) {
        const std::optional<Cell> next = Step(player, cell, direction);
        if (next) neighbours.insert(*next);
      }
      EXPECT_EQ(Names(neighbours), Names(touching)) << CellName(cell) << " seen by " << player;
    }
  }
}

TEST(KonkvestBoardTest, Q1_TheBasesAreB4AndL4) {
  EXPECT_EQ(CellName(Base(0)), "b4");
  EXPECT_EQ(CellName(Base(1)), "l4");
}

TEST(KonkvestBoardTest, Q3_QueensAndPawnsStandAndSupportsWait) {
  EXPECT_EQ(PositionText(StartPosition(0)),
            "w Q b4; w P c1; w P c2; w P c3; w P c4; w P c5; w P c6; w P c7; w P c8; "
            "b P k1; b P k2; b P k3; b P k4; b P k5; b P k6; b P k7; b P k8; b Q l4; "
            "w reserve SSS; b reserve SSS; side w");
}

TEST(KonkvestBoardTest, Q3_TwelveCellsAreFreeForThePlacement) {
  const Board board = StartPosition(0).board;
  EXPECT_EQ(Names(PlacementCells(board, 0)), "a1 a2 a3 a4 a5 a6 b1 b2 b3 b5 b6 b7");
  EXPECT_EQ(Names(PlacementCells(board, 1)), "l1 l2 l3 l5 l6 l7 m1 m2 m3 m4 m5 m6");
}

TEST(KonkvestBoardTest, Q3_TwoRooksGuardsHuntersGeneralsArePlaced) {
  std::string types;
  for (int turn = 0; turn < kOpeningTurns; ++turn) types += TypeToPlace(turn);
  EXPECT_EQ(types, "RRRRGGGGHHHHNNNN");
}

}  // namespace
}  // namespace kvintet::reference::konkvest
