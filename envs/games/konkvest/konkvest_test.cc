// Q3 to Q6 by clause: set-up, territory, turns, captures; constructed positions.
#include "envs/games/konkvest/konkvest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/games/konkvest/test_table.h"

namespace kvintet::envs::konkvest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Texts = std::vector<std::string>;

// Where pieces of this kind may be dropped.
Texts DropsOf(const Table& table, char kind) { return table.Moves(std::string(1, kind) + "@"); }

TEST(KonkvestTest, Q3_QueensPawnsAndSupportsStandReady) {
  const auto p = Table::Start().position();
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    EXPECT_EQ((p.board.seats[seat] & p.board.Pawns()),
              seat == 0 ? RowsFrom(2, 2) : RowsFrom(10, 10));
    EXPECT_EQ((p.board.seats[seat] & p.board.Queens()), Cells::Of(kBase[seat]));
    EXPECT_EQ(p.board.seats[seat].Count(), 9);
    EXPECT_EQ(p.reserves[seat], (std::array<uint8_t, 6>{0, 3, 0, 0, 0, 0}));
  }
}

TEST(KonkvestTest, Q3_TwelveCellsOfTheFirstTwoRowsAreFree) {
  Table table = Table::Start();
  EXPECT_THAT(table.Moves(), ElementsAre("R@a1", "R@a2", "R@a3", "R@a4", "R@a5", "R@a6", "R@b1",
                                         "R@b2", "R@b3", "R@b5", "R@b6", "R@b7"));
  table.Do("R@a1");
  EXPECT_THAT(table.Moves(), ElementsAre("R@l1", "R@l2", "R@l3", "R@l5", "R@l6", "R@l7", "R@m1",
                                         "R@m2", "R@m3", "R@m4", "R@m5", "R@m6"));
  table.Do("R@m1");
  EXPECT_EQ(table.Moves().size(), 11u);
  EXPECT_FALSE(table.May("R@a1"));
}

TEST(KonkvestTest, Q3_SixteenTurnsPlaceRooksGuardsHuntersGenerals) {
  Table table = Table::Start();
  std::string kinds;
  for (int turn = 0; turn < 16; ++turn) {
    EXPECT_EQ(table.position().to_move, turn % 2);
    kinds += table.Moves()[0][0];
    table.Do(table.Moves()[0]);
  }
  EXPECT_EQ(kinds, "RRRRGGGGHHHHNNNN");
  EXPECT_EQ(table.position().stage, Stage::kWhat);
  EXPECT_EQ(table.position().to_move, 0);
}

TEST(KonkvestTest, Q3_OtherCellsAreNoPlacements) {
  const Table table = Table::Start();
  for (const char* move : {"R@d1", "R@g5", "R@j9", "R@k1", "R@k8"}) {
    EXPECT_THAT(std::string(table.rules().ParseMove(table.View(), move).status().message()),
                HasSubstr("is not a placement like R@a1"));
  }
  EXPECT_THAT(std::string(table.rules().ParseMove(table.View(), "R@l1").status().message()),
              HasSubstr("is not legal here"));
}

TEST(KonkvestTest, Q4_OnlyPawnsAndQueensHoldTerritory) {
  const Table table("w Q b4, b Q l4, w R f2, w *P e2, w N g9, w S h9", {"S", ""});
  EXPECT_THAT(DropsOf(table, 'S'), ElementsAre("S@a3", "S@a4"));
}

TEST(KonkvestTest, Q4_TerritoryIsTheUnionOfStrips) {
  const Table table("w Q b4, b Q l4, w P f5", {"S", ""});
  EXPECT_THAT(DropsOf(table, 'S'),
              ElementsAre("S@a2", "S@a3", "S@a4", "S@b3", "S@c3", "S@c4", "S@d4", "S@e4", "S@e5"));
}

TEST(KonkvestTest, Q4_PiecesInBetweenDoNotInterruptAStrip) {
  const Table table("w Q b4, b Q l4, w P f5, b R e4, b R e5, w G d4", {"S", ""});
  EXPECT_THAT(DropsOf(table, 'S'), ElementsAre("S@a2", "S@a3", "S@a4", "S@b3", "S@c3", "S@c4"));
}

TEST(KonkvestTest, Q4_TerritoryMayBeACone) {
  const Table table("w Q a1, b Q l4, w P c4", {"S", ""}, 0, {{"territory", "cone"}});
  EXPECT_THAT(DropsOf(table, 'S'), ElementsAre("S@a2", "S@a3", "S@a4", "S@b3", "S@b4"));
}

TEST(KonkvestTest, Q4_NoMansLandIsVoidForDropsOfBoth) {
  const std::string pieces = "w Q b4, b Q l4, w P i5, b P e5";
  EXPECT_THAT(DropsOf(Table(pieces, {"S", "S"}, 0), 'S'),
              ElementsAre("S@a3", "S@a4", "S@b3", "S@c4", "S@d4", "S@d5"));
  EXPECT_THAT(DropsOf(Table(pieces, {"S", "S"}, 1), 'S'),
              ElementsAre("S@j4", "S@j5", "S@k4", "S@l3", "S@m3", "S@m4"));
}

TEST(KonkvestTest, Q4_NoPieceIsPromotedInNoMansLand) {
  EXPECT_TRUE(Table("w Q b4, b Q l4, w P i5, w G g6").May("g6+"));
  EXPECT_FALSE(Table("w Q b4, b Q l4, w P i5, w G g6, b P e5").May("g6+"));
}

TEST(KonkvestTest, Q4_APawnThatFormsNoMansLandIsNotPromoted) {
  // The strips of i5 and e5 meet; the strip of i2 is free.
  const Table table("w Q b4, b Q l4, w P i5, w P i2, b P e5");
  EXPECT_FALSE(table.May("i5+"));
  EXPECT_THAT(table.Moves("i5"), ElementsAre("i5-j4", "i5-j5", "i5-k4"));
  EXPECT_TRUE(table.May("i2+"));
  EXPECT_TRUE(table.May("i2-j2+"));
}

TEST(KonkvestTest, Q4_TheEnemyQueensTerritoryMakesNoMansLandToo) {
  EXPECT_FALSE(Table("w Q b4, b Q l4, w P m3").May("m3+"));
  EXPECT_TRUE(Table("w Q b4, b Q l4, w P m2").May("m2+"));
}

TEST(KonkvestTest, Q4_TheZoneIsTerritoryOnTheDividerAndBeyond) {
  const Table table("w Q b4, b Q l4, w P i5, w G g6, w R h5, w S f5, w G g1");
  EXPECT_TRUE(table.May("g6+"));
  EXPECT_TRUE(table.May("h5+"));
  EXPECT_FALSE(table.May("f5+"));
  EXPECT_FALSE(table.May("g1+"));
}

TEST(KonkvestTest, Q4_TheZoneOfTheSecondPlayerIsTheOtherHalf) {
  const Table table("w Q b4, b Q l4, b P e5, b G g6, b R f5, b S h5", {}, 1);
  EXPECT_TRUE(table.May("g6+"));
  EXPECT_TRUE(table.May("f5+"));
  EXPECT_FALSE(table.May("h5+"));
}

TEST(KonkvestTest, Q4_AQueenAheadHoldsAZoneToo) {
  EXPECT_TRUE(Table("w Q i5, b Q l4, w P c1, w G g6").May("g6+"));
}

TEST(KonkvestTest, Q4_LastStandMakesTheQueensTerritoryAZone) {
  const std::string pieces = "w Q b4, b Q l4, w G a3, w R a6, b P k1";
  EXPECT_TRUE(Table(pieces).May("a3+"));
  EXPECT_TRUE(Table(pieces).May("a6-a4+"));
  EXPECT_FALSE(Table(pieces).May("a6+"));
  EXPECT_FALSE(Table(pieces + ", w P c1").May("a3+"));
}

TEST(KonkvestTest, Q4_HeroesAndPawnsInReserveEndNoLastStand) {
  EXPECT_TRUE(Table("w Q b4, b Q l4, w G a3, w *P d4", {"P", ""}).May("a3+"));
}

TEST(KonkvestTest, Q4_LastStandEndsWithTheFirstPawnDropped) {
  Table table("w Q b4, b Q l4, w G a3, b R l1", {"P", ""});
  EXPECT_TRUE(table.May("a3+"));
  table.DoAll({"P@a4", "l1-l2"});
  EXPECT_FALSE(table.May("a3+"));
}

TEST(KonkvestTest, Q4_LastStandIsVoidInNoMansLand) {
  const Table table("w Q d5, b Q l4, w G c4, w G c5, b P a3");
  EXPECT_FALSE(table.May("c4+"));
  EXPECT_TRUE(table.May("c5+"));
}

TEST(KonkvestTest, Q4_AnOnlyPawnHasNoLastStand) {
  EXPECT_THAT(Table("w Q b4, b Q l4, w P a3").Moves("a3"), ElementsAre("a3-b3", "a3-c4"));
}

TEST(KonkvestTest, Q4_APawnBringsItsTerritoryAlong) {
  EXPECT_THAT(Table("w Q b4, b Q l4, w P f5").Moves("f5"),
              ElementsAre("f5-g5", "f5-g5+", "f5-g6", "f5-g6+", "f5-h5", "f5-h5+"));
  EXPECT_THAT(Table("w Q b4, b Q l4, w P e5").Moves("e5"),
              ElementsAre("e5-f5", "e5-f6", "e5-g6", "e5-g6+"));
}

TEST(KonkvestTest, Q5_AMovePromotesWhereItEndsInTheZone) {
  const Table table("w Q b4, b Q l4, w P i5, w R g3");
  EXPECT_THAT(table.Moves("g3-g"),
              ElementsAre("g3-g1", "g3-g10", "g3-g11", "g3-g12", "g3-g2", "g3-g4", "g3-g5", "g3-g6",
                          "g3-g6+", "g3-g7", "g3-g8", "g3-g9"));
}

TEST(KonkvestTest, Q5_ACaptureNeverPromotes) {
  EXPECT_THAT(Table("w Q b4, b Q l4, w P f5, b G g5, b G g6").Moves("f5"),
              ElementsAre("f5xg5", "f5xg6"));
}

TEST(KonkvestTest, Q5_PromotionTurnsThePieceOverWhichStaysWhatItWas) {
  Table table("w Q b4, b Q l4, w P i5, w G g6, b R l1");
  table.Do("g6+");
  const Piece piece = table.position().board.At(ParseCell("g6"));
  EXPECT_TRUE(piece.promoted);
  EXPECT_EQ(piece.kind, kGuard);
  table.Do("l1-l2");
  // A hero's moves.
  EXPECT_THAT(table.Moves("g6"), ElementsAre("g6-f5", "g6-f6", "g6-g5", "g6-g7", "g6-h5", "g6-h6"));
}

TEST(KonkvestTest, Q5_GeneralsQueensHeroesAndChampionsAreNotPromoted) {
  const Table table("w Q i5, b Q l4, w P j5, w N g6, w *G h5, w *R h6");
  for (const std::string& move : table.Moves()) {
    EXPECT_TRUE(!move.ends_with('+') || move.starts_with("j5")) << move;
  }
}

TEST(KonkvestTest, Q5_DropsEnterBasicAndAreNotPromotedAtOnce) {
  Table table("w Q b4, b Q l4, w P i5, b R l1", {"PRN", ""});
  for (const char* kind : {"P@", "R@", "N@"}) {
    EXPECT_EQ(table.Moves(kind).size(), 12u) << kind;
    for (const std::string& move : table.Moves(kind)) {
      EXPECT_FALSE(move.ends_with('+')) << move;
    }
  }
  table.Do("R@g6");
  EXPECT_FALSE(table.position().board.At(ParseCell("g6")).promoted);
  EXPECT_EQ(table.position().reserves[0][kRook], 0);
  table.Do("l1-l2");
  EXPECT_TRUE(table.May("g6+"));
}

TEST(KonkvestTest, Q5_APawnMayBeDroppedAnywhereInTheTerritory) {
  EXPECT_THAT(DropsOf(Table("w Q b4, b Q l4, w P c5", {"P", ""}), 'P'),
              ElementsAre("P@a3", "P@a4", "P@b5"));
}

TEST(KonkvestTest, Q6_ACapturedPieceJoinsTheReserveInItsBasicForm) {
  Table table("w Q b4, b Q l4, w R e5, b *H e7, w R d1, b N d3, b S k1");
  table.DoAll({"e5xe7", "k1-j2", "d1xd3"});
  EXPECT_EQ(table.position().reserves[0], (std::array<uint8_t, 6>{0, 0, 0, 1, 0, 1}));
}

TEST(KonkvestTest, Q6_AHeroIsDroppedAsWhatItWas) {
  Table table("w Q b4, b Q l4, w P c1, w R a1, b *S a2, b S k1");
  table.DoAll({"a1xa2", "k1-j2", "S@a3", "j2-i2"});
  const Piece piece = table.position().board.At(ParseCell("a3"));
  EXPECT_EQ(piece.kind, kSupport);
  EXPECT_FALSE(piece.promoted);
  EXPECT_THAT(table.Moves("a3"), ElementsAre("a3-b2", "a3-b3", "a3-b5", "a3-c4"));
}

TEST(KonkvestTest, Q6_WithAFullReserveNothingIsCapturedButTheQueen) {
  const std::string pieces = "w Q b4, b Q e1, w R e5, b G e7, w S d1";
  EXPECT_TRUE(Table(pieces, {"PPPPPPPSSGGHR", ""}).May("e5xe7"));
  Table full(pieces, {"PPPPPPPSSGGHRN", ""});
  EXPECT_FALSE(full.May("e5xe7"));
  EXPECT_TRUE(full.May("e5-e6"));
  full.Do("e5xe1");
  EXPECT_EQ(full.Result(), "queen w");
  EXPECT_EQ(ReserveSize(full.position(), 0), 14);
}

TEST(KonkvestTest, Q6_WithAFullReserveAPieceThatCouldOnlyCaptureHasNoTurn) {
  const std::string pieces = "w Q b4, b Q l4, w H e5, b G f5, b G f6";
  EXPECT_THAT(Table(pieces).Moves("e5"), ElementsAre("e5xf5", "e5xf6"));
  EXPECT_THAT(Table(pieces, {"PPPPPPPSSGGHRN", ""}).Moves("e5"), IsEmpty());
}

TEST(KonkvestTest, Q6_WithAFullReserveAGuardedBaseIsNotOccupied) {
  const std::string pieces = "w Q k4, b Q m6, b G l4";
  EXPECT_TRUE(Table(pieces, {"PPPPPPPSSGGHR", ""}).May("k4xl4"));
  EXPECT_FALSE(Table(pieces, {"PPPPPPPSSGGHRN", ""}).May("k4xl4"));
}

}  // namespace
}  // namespace kvintet::envs::konkvest
