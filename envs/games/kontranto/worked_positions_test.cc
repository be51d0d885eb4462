// The seven worked positions of the illustrated rules, step by step.
#include <gtest/gtest.h>

#include "envs/games/kontranto/table.h"

namespace kvintet::envs::kontranto {
namespace {

using ::testing::Test;

constexpr char kFourAll[] =
    "conquered A3 B3 C3 D3 / B1 B2 C4 C5; W c B4 D5 t A2 C1; B c C2 E2 t A4 E3; white 0; ";
constexpr char kFourToTen[] =
    "conquered A3 B3 C3 D3 / A5 B1 B2 B4 C4 C5 D1 D2 E4 F5; W c A5 F4 t A2 E3; B c E1 E2 t A5 G5; "
    "white 0; step";
constexpr char kElevenAll[] =
    "conquered A3 B3 B5 C3 D3 E2 F1 F2 F4 G2 G4 / A4 A5 B1 B2 B4 C4 C5 D1 D2 E4 F5; "
    "W c F1 t A1 G5; B c E3 F1 t E5; white 0; step";

TEST(WorkedPositionsTest, One_FirstStep) {
  Table table(OptionTexts{});
  table.Moves("circle", "triangle");
  EXPECT_EQ(table.p.white_seat, 0);
  table.Moves("c C3 C4 t C5 F5", "c D2 E3 t C1 D4");
  EXPECT_EQ(table.Text(), "conquered - / -; W c C3 C4 t C5 F5; B c D2 E3 t C1 D4; white 0; step");
}

TEST(WorkedPositionsTest, Two_AClashOfEqualShapesOnACellThatAComradeLeaves) {
  Table table;
  table.Moves("c C3 C4 t C5 F5", "c D2 E3 t C1 D4");
  table.Moves("C3-D3 C4-D5 C5-C4 F5-E4", "C1-D2 D2-E2 D4-C4 E3-E3");
  EXPECT_EQ(table.Score(), "1 : 0");
  EXPECT_EQ(table.Text(), "conquered C4 / -; W c D3 D5 t C4 E4; B c E2 E3 t C4 D2; white 0; step");
  EXPECT_FALSE(table.Allows(1, "C4-C4 D2-D2 E2-E2 E3-E3"));
  EXPECT_FALSE(table.Allows(1, "C4-x D2-D2 E2-E2 E3-E3"));
  EXPECT_TRUE(table.Allows(1, "C4-C5 D2-D2 E2-E2 E3-E3"));
}

TEST(WorkedPositionsTest, Three_ThreeClashesInAnExtraordinaryStep) {
  Table table;
  // One step earlier, White's right circle stood on D4.
  table.LayOut(
      "conquered A3 B3 C3 D3 / B1 B2 C4 C5; W c B4 D4 t A2 C1; B c C2 E2 t A4 E3; white 0; step");
  table.Moves("B4-B4 C1-C1 D4-D5", "A4-A4 C2-C2 E2-E2 E3-E3");
  EXPECT_EQ(table.Text(), std::string(kFourAll) + "step B4xA4");
  EXPECT_EQ(table.Due(), "A4 A5 B4 B5");
  table.Moves("B4-B4 C1-D1 D5-E4", "A4-B4 C2-D1 E2-E2 E3-E4");
  EXPECT_EQ(table.Score(), "4 : 7");
  EXPECT_EQ(table.rules.Board().Names(table.p.conquered[kBlack]), "B1 B2 B4 C4 C5 D1 E4");
}

TEST(WorkedPositionsTest, Four_ARepeatedSituationInOneAreaWhileAnotherLostACell) {
  Table table;
  table.LayOut(kFourToTen);
  table.Moves("A5-B5 E3-E3 F4-F4", "A5-A4 E1-E1 E2-E2 G5-G5");
  EXPECT_EQ(table.Areas().substr(0, 8), "A4 B5 | ");
  EXPECT_EQ(table.p.stage, Stage::kChoose);
  EXPECT_EQ(table.Due() + " | " + table.rules.Board().Names(table.p.areas[0]),
            table.rules.Board().Names(table.p.areas[1]) + " | A4 B5");
  EXPECT_EQ(table.Names(0), (std::vector<std::string>{"!E3", "!F4"}));
  EXPECT_EQ(table.Names(1), (std::vector<std::string>{"!E1", "!E2", "!G5"}));
}

TEST(WorkedPositionsTest, Five_TheJumpMayBeLong) {
  Table table;
  table.LayOut(kFourToTen);
  table.Moves("A5-B5 E3-E3 F4-F4", "A5-A4 E1-E1 E2-E2 G5-G5").Moves("!F4", "!E2");
  EXPECT_EQ(table.p.stage, Stage::kStep);
  EXPECT_TRUE(table.Allows(0, "B5-B5 E3-E3 F4-E2"));
  EXPECT_TRUE(table.Allows(1, "A4-A4 E1-E1 E2-F4 G5-G5"));
  EXPECT_FALSE(table.Allows(0, "B5-B5 E3-E3 F4-F3"));
  EXPECT_FALSE(table.Allows(0, "B5-B5 E3-E2 F4-F4"));
  table.Moves("B5-B5 E3-E3 F4-E2", "A4-A4 E1-E1 E2-E2 G5-G5");
  EXPECT_EQ(table.Score(), "5 : 10");
}

TEST(WorkedPositionsTest, Six_NoClashIsPossibleAndTheScoreIsLevel) {
  Table table;
  table.LayOut(kElevenAll);
  EXPECT_EQ(table.Areas(), "E1 | G1");
  EXPECT_EQ(table.Names(0), (std::vector<std::string>{"F1-E1", "F1-G1"}));
  Table clash = table;
  clash.Moves("F1-E1", "F1-E1");
  EXPECT_EQ(clash.Score(), "12 : 11");
  EXPECT_EQ(clash.Reason(), "no_clash");
  EXPECT_EQ(clash.p.winner, 0);
  table.Moves("F1-E1", "F1-G1");
  EXPECT_EQ(table.p.stage, Stage::kTwoPiece);
}

TEST(WorkedPositionsTest, Seven_WithTwoCirclesAClashWinsForWhite) {
  for (const auto& [white, black, winner] :
       {std::tuple("stay", "go", 0), std::tuple("go", "stay", 0), std::tuple("stay", "stay", 1),
        std::tuple("go", "go", 1)}) {
    Table table;
    table.LayOut(kElevenAll).Moves("F1-E1", "F1-G1").Moves("circle", "circle");
    table.Moves(white, black);
    EXPECT_EQ(table.p.winner, winner);
    EXPECT_EQ(table.Reason(), "two_step");
    EXPECT_EQ(table.rules.Result(table.p).margin[0], 11);
  }
}

}  // namespace
}  // namespace kvintet::envs::kontranto
