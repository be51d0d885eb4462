// Tests of the reference Konkvest: territory, no man's land, the development zone (Q4).
#include "tests/reference/konkvest/konkvest_territory.h"

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

Options Cone() { return {.cone = true}; }

std::string Held(const std::string& cell, int player, const Options& options = {}) {
  return Names(HeldFrom(CellAt(cell), player, options));
}

std::string Zone(const std::string& pieces, int player, const Options& options = {}) {
  return Names(DevelopmentZone(BoardOf(pieces), player, options));
}

bool Promotes(const std::string& pieces, const std::string& cell, const Options& options = {}) {
  return MayPromote(BoardOf(pieces), CellAt(cell), options);
}

TEST(KonkvestTerritoryTest, Q4_TheStripGoesStraightBack) {
  EXPECT_EQ(Held("a3", 0), "a3");
  EXPECT_EQ(Held("b4", 0), "a3 a4 b4");
  EXPECT_EQ(Held("d5", 0), "a3 a4 b4 c4 c5 d5");
  EXPECT_EQ(Held("g6", 0), "a3 b3 b4 c4 d4 d5 e5 f5 f6 g6");
  EXPECT_EQ(Held("m6", 0), "a6 b6 b7 c7 d7 d8 e8 f8 f9 g9 h8 h9 i8 j7 j8 k7 l6 l7 m6");
}

TEST(KonkvestTerritoryTest, Q4_TheStripLeavesTheBoardAtItsSides) {
  EXPECT_EQ(Held("g1", 0), "f1 g1");
  EXPECT_EQ(Held("h1", 0), "e1 f1 g1 g2 h1");
  EXPECT_EQ(Held("h11", 0), "e10 f11 g11 g12 h11");
}

TEST(KonkvestTerritoryTest, Q4_TheSecondPlayersStripGoesTheOtherWay) {
  EXPECT_EQ(Held("m4", 1), "m4");
  EXPECT_EQ(Held("l4", 1), "l4 m3 m4");
  EXPECT_EQ(Held("d5", 1), "d5 e5 e6 f6 g6 g7 h6 i5 i6 j5 k4 k5 l4 m3 m4");
  EXPECT_EQ(Held("g12", 1), "g12 h11");
}

TEST(KonkvestTerritoryTest, Q4_TheConeSpreads) {
  EXPECT_EQ(Held("b4", 0, Cone()), "a3 a4 b4");
  EXPECT_EQ(Held("d5", 0, Cone()), "a2 a3 a4 a5 b3 b4 b5 c4 c5 d5");
  EXPECT_EQ(Held("g1", 0, Cone()), "a1 b1 c1 d1 e1 f1 g1");
  EXPECT_EQ(Held("j9", 1, Cone()), "j9 k8 l7 m6");
}

TEST(KonkvestTerritoryTest, Q4_TheConeIsWhatStepsBackReach) {
  for (const Cell cell : AllCells()) {
    for (const int player : {0, 1}) {
      Cells reached = {cell};
      for (int row = 0; row < kNumRows; ++row) {
        for (const Cell from : Cells(reached)) {
          for (const Direction back : {Direction::kBackLeft, Direction::kBackRight}) {
            const std::optional<Cell> next = Step(player, from, back);
            if (next) reached.insert(*next);
          }
        }
      }
      EXPECT_EQ(Names(HeldFrom(cell, player, Cone())), Names(reached)) << CellName(cell);
    }
  }
}

TEST(KonkvestTerritoryTest, Q4_PawnsAndQueensAloneHold) {
  EXPECT_EQ(Names(Conquered(BoardOf("w P d5 w Q b1"), 0, {})), "a1 a3 a4 b1 b4 c4 c5 d5");
  EXPECT_EQ(Names(Conquered(BoardOf("w *P d5 w S d1 w G e1 w H e3 w R g1 w N h1"), 0, {})), "");
  EXPECT_EQ(Names(Conquered(BoardOf("w P d5 w Q b1"), 1, {})), "");
}

TEST(KonkvestTerritoryTest, Q4_PiecesBetweenDoNotInterrupt) {
  EXPECT_EQ(Names(Conquered(BoardOf("w P d5 w R c4 b R c5 b N b4"), 0, {})), "a3 a4 b4 c4 c5 d5");
}

TEST(KonkvestTerritoryTest, Q4_NoMansLandIsHeldByBoth) {
  const Board board = BoardOf("w P j5 b P d5 w Q b4 b Q l4");
  EXPECT_EQ(Names(NoMansLand(board, {})), "d5 e5 e6 f6 g6 g7 h6 i5 i6 j5");
  EXPECT_EQ(Names(DropZone(board, 0, {})), "a3 a4 b4 c4 c5");
  EXPECT_EQ(Names(DropZone(board, 1, {})), "k4 k5 l4 m3 m4");
}

TEST(KonkvestTerritoryTest, Q4_NoMansLandHasNoDevelopment) {
  EXPECT_EQ(Zone("w P j5 b P d5 w Q b4 b Q l4", 0), "");
  EXPECT_EQ(Zone("w P j5 b P d5 w Q b4 b Q l4", 1), "");
  EXPECT_EQ(Zone("w P j5 w P j2 b P d5 w Q b4 b Q l4", 0), "g3 g4 h3 i2 i3 j2");
}

TEST(KonkvestTerritoryTest, Q4_PawnsThatFormNoMansLandStayPawns) {
  const std::string both = "w P j5 b P d5 w Q b4 b Q l4";
  EXPECT_FALSE(Promotes(both, "j5"));
  EXPECT_FALSE(Promotes(both, "d5"));
  EXPECT_TRUE(Promotes("w P j5 b P d8 w Q b4 b Q l4", "j5"));
  EXPECT_TRUE(Promotes("w P j5 b P d8 w Q b4 b Q l4", "d8"));
}

// The strips of j4 and d5 share one cell of every other row, i5 the nearest; j4 itself is White's.
TEST(KonkvestTerritoryTest, Q4_APawnWhoseStripMeetsTheEnemysStaysAPawn) {
  const std::string pieces = "w P j4 w S i4 w S i5 w S h5 b P d5 w Q b4 b Q l4";
  EXPECT_EQ(Zone(pieces, 0), "g5 h5 i4 j4");
  EXPECT_FALSE(Promotes(pieces, "j4"));
  EXPECT_TRUE(Promotes(pieces, "i4"));
  EXPECT_FALSE(Promotes(pieces, "i5"));
  EXPECT_TRUE(Promotes(pieces, "h5"));
}

// Another pawn of the player may hold these cells; only the pawn's own strip counts.
TEST(KonkvestTerritoryTest, Q4_APawnMayPromoteBesideNoMansLandOfOthers) {
  const std::string pieces = "w P j5 w P j2 b P d5 w Q b4 b Q l4";
  EXPECT_FALSE(Promotes(pieces, "j5"));
  EXPECT_TRUE(Promotes(pieces, "j2"));
}

TEST(KonkvestTerritoryTest, Q4_TheEnemyQueensTerritoryMakesNoMansLandToo) {
  const std::string pieces = "w P j4 w S i4 b Q h6 w Q b4";
  EXPECT_EQ(Names(NoMansLand(BoardOf(pieces), {})), "i5");
  EXPECT_FALSE(Promotes(pieces, "j4"));
  EXPECT_TRUE(Promotes(pieces, "i4"));
  EXPECT_TRUE(Promotes("w P j4 w S i4 b Q k4 w Q b4", "j4"));
}

// The strips pass each other, the cones do not.
TEST(KonkvestTerritoryTest, Q4_UnderConeNoMansLandIsWider) {
  const std::string pieces = "w P i3 b P f5 w Q b4 b Q l4";
  EXPECT_EQ(Names(NoMansLand(BoardOf(pieces), {})), "");
  EXPECT_EQ(Names(NoMansLand(BoardOf(pieces), Cone())), "f5 g5 h4 i3");
  EXPECT_TRUE(Promotes(pieces, "i3"));
  EXPECT_FALSE(Promotes(pieces, "i3", Cone()));
}

TEST(KonkvestTerritoryTest, Q4_TheDevelopmentZoneBeginsOnTheDivider) {
  EXPECT_EQ(Zone("w P f6 w Q b4", 0), "");
  EXPECT_EQ(Zone("w P g6 w Q b4", 0), "g6");
  EXPECT_EQ(Zone("w P i5 w Q b4", 0), "g6 h5 h6 i5");
  EXPECT_EQ(Zone("b P g6 b Q l4", 1), "g6");
  EXPECT_EQ(Zone("b P e5 b Q l4", 1), "e5 f5 f6 g6");
  EXPECT_EQ(Zone("w P i5 w Q b4", 0, Cone()), "g5 g6 g7 h5 h6 i5");
}

TEST(KonkvestTerritoryTest, Q4_AQueenBeyondTheDividerHoldsAZoneToo) {
  EXPECT_EQ(Zone("w P c1 w Q h6", 0), "g6 g7 h6");
}

TEST(KonkvestTerritoryTest, Q4_BasicPiecesInTheZoneMayPromote) {
  for (const std::string type : {"S", "G", "H", "R", "P"}) {
    EXPECT_TRUE(Promotes("w P i5 w Q b4 w " + type + " h5", "h5")) << type;
    EXPECT_FALSE(Promotes("w P i5 w Q b4 w " + type + " h4", "h4") && type != "P") << type;
    EXPECT_FALSE(Promotes("w P i5 w Q b4 b " + type + " h5", "h5") && type != "P") << type;
  }
  for (const std::string type : {"N", "*P", "*S", "*G", "*H", "*R"}) {
    EXPECT_FALSE(Promotes("w P i5 w Q b4 w " + type + " h5", "h5")) << type;
  }
  EXPECT_FALSE(Promotes("w P i5 w Q h5", "h5"));
}

TEST(KonkvestTerritoryTest, Q4_LastStandIsTheQueensWholeTerritory) {
  EXPECT_EQ(Zone("w Q d5", 0), "a3 a4 b4 c4 c5 d5");
  EXPECT_EQ(Zone("w Q d5 w *P e1 w S c4", 0), "a3 a4 b4 c4 c5 d5");
  EXPECT_EQ(Zone("w Q d5 w P a1", 0), "");
  EXPECT_EQ(Zone("w Q d5 b P k1", 0), "a3 a4 b4 c4 c5 d5");
  EXPECT_EQ(Zone("b Q l4", 1), "l4 m3 m4");
  EXPECT_TRUE(Promotes("w Q d5 w S c4", "c4"));
  EXPECT_FALSE(Promotes("w Q d5 w S c4 w P a1", "c4"));
}

TEST(KonkvestTerritoryTest, Q4_LastStandLosesNoMansLand) {
  EXPECT_EQ(Zone("w Q d5 b P c4 b Q l4", 0), "a3 a4 b4 c5");
  EXPECT_FALSE(Promotes("w Q d5 w S d5 b P b4", "d5"));
}

TEST(KonkvestTerritoryTest, Q4_TheOnlyPawnHasNoLastStand) {
  EXPECT_FALSE(Promotes("w Q d5 w P c4", "c4"));
  EXPECT_FALSE(Promotes("w Q g6 w P c4", "c4"));
  EXPECT_TRUE(Promotes("w Q b4 w P g6", "g6"));
}

}  // namespace
}  // namespace kvintet::reference::konkvest
