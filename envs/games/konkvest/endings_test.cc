// Q7, Q8 by clause: every way to end a game, in constructed positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/games/konkvest/test_table.h"

namespace kvintet::envs::konkvest {
namespace {

using ::testing::SizeIs;

// White's champion on e5 attacks Black's queen on h5 from e6, and on i5 from e7.
constexpr char kChase[] = "w Q b4, b Q h5, w *R e5, w *R a6, b R m1, w S d1";

TEST(EndingsTest, Q7_1_ToppledQueenWins) {
  Table table("w Q b4, b Q e1, w R e5");
  table.Do("e5xe1");
  EXPECT_EQ(table.Result(), "queen w");
  EXPECT_EQ(table.rules().Result(table.position()).returns, (std::array{1.0f, -1.0f}));
  EXPECT_TRUE(table.rules().Actors(table.position()).Empty());
}

TEST(EndingsTest, Q7_1_AQueenMayBeLeftUnderAttack) {
  Table table("w Q b4, b Q l4, b R b7, w S d1", {}, 0);
  table.DoAll({"d1-e1", "b7xb4"});
  EXPECT_EQ(table.Result(), "queen b");
}

TEST(EndingsTest, Q7_2_AQueenOnTheEnemyBaseWinsAttackedOrNot) {
  for (const char* guard : {"m1", "l7"}) {
    Table table(std::string("w Q k4, b Q m6, b R ") + guard);
    table.Do("k4-l4");
    EXPECT_EQ(table.Result(), "occupation w") << guard;
  }
}

TEST(EndingsTest, Q7_2_AGuardedBaseIsOccupiedByCapture) {
  Table table("w Q d5, b Q c4, w G b4", {}, 1);
  table.Do("c4xb4");
  EXPECT_EQ(table.Result(), "occupation b");
}

TEST(EndingsTest, Q7_2_OthersOnTheBaseOrAQueenAtHomeWinNothing) {
  Table table("w Q b3, b Q m6, w R l1, b S k1");
  table.DoAll({"l1-l4", "k1-j1", "b3-b4"});
  EXPECT_FALSE(table.Ended());
}

TEST(EndingsTest, Q7_1_ToppledIsTestedBeforeOccupation) {
  Table table("w Q k4, b Q l4");
  table.Do("k4xl4");
  EXPECT_EQ(table.Result(), "queen w");
}

TEST(EndingsTest, Q7_3_TheFourthAttackInARowByTheSamePieceLoses) {
  Table table(kChase);
  table.DoAll({"e5-e6", "h5-i5", "e6-e7", "i5-h5", "e7-e6", "h5-i5"});
  EXPECT_EQ(table.position().attacks[0], 3);
  ASSERT_TRUE(table.May("e6-e7"));
  table.Do("e6-e7");
  EXPECT_EQ(table.Result(), "repetition b");
}

TEST(EndingsTest, Q7_3_WhetherTheQueenMovedDoesNotMatter) {
  Table table(kChase);
  // Attacks from e6 and from f6 both count.
  table.DoAll({"e5-e6", "m1-m2", "e6-f6", "m2-m3", "f6-e6", "m3-m4", "e6-f6"});
  EXPECT_EQ(table.Result(), "repetition b");
}

TEST(EndingsTest, Q7_3_AnyOtherTurnEndsTheRow) {
  Table table(kChase);
  table.DoAll({"e5-e6", "h5-i5", "e6-e7", "i5-h5", "e7-e6", "h5-i5"});
  table.Do("d1-e1");
  EXPECT_EQ(table.position().attacks[0], 0);
  table.DoAll({"i5-h5", "e6-f6"});
  EXPECT_EQ(table.position().attacks[0], 1);
}

TEST(EndingsTest, Q7_3_AnotherPieceBeginsARowOfItsOwn) {
  Table table("w Q b4, b Q h5, w *R e5, w *R d3, b R m1");
  table.DoAll({"e5-e6", "h5-i5", "e6-e7", "i5-h5"});
  EXPECT_EQ(table.position().attacks[0], 2);
  // h5 is on the line from d2 to the front-right.
  table.Do("d3-d2");
  EXPECT_EQ(table.position().attacks[0], 1);
  EXPECT_EQ(CellName(table.position().attacker[0]), "d2");
}

TEST(EndingsTest, Q7_3_APromotionInTheMoveKeepsThePieceTheSame) {
  Table table("w Q b4, b Q i3, w P i5, w H e5, b R m1");
  table.DoAll({"e5-f5", "i3-i4", "f5-g6+"});
  EXPECT_EQ(table.position().attacks[0], 2);
}

TEST(EndingsTest, Q7_3_DropsAndPromotionsOnTheSpotAreNoAttacks) {
  Table table("w Q b4, b Q g8, w P i5, b R m1, w P c1", {"R", ""});
  table.DoAll({"R@g6", "m1-m2"});
  EXPECT_EQ(table.position().attacks[0], 0);
  table.DoAll({"g6+", "m2-m3"});
  EXPECT_EQ(table.position().attacks[0], 0);
  table.Do("g6-g7");
  EXPECT_EQ(table.position().attacks[0], 1);
}

TEST(EndingsTest, Q7_3_ACapturedAttackerIsForgotten) {
  Table table("w Q b4, b Q h5, w *R e5, b R e9, b S k1");
  table.DoAll({"e5-e6", "e9xe6"});
  EXPECT_EQ(table.position().attacks[0], 0);
  EXPECT_EQ(table.position().attacker[0], kNoCell);
}

// White's champion on e6 has attacked the queen on h5 `times` times; a support has moved between
// them, to f6.
Table Chased(int times, const std::string& capture_in_row) {
  Table table("w Q b4, b Q h5, w *R e6, b R m1, b S f6, w S d1", {}, 0,
              {{"capture_in_row", capture_in_row}});
  table.position().attacks[0] = static_cast<uint8_t>(times);
  table.position().attacker[0] = static_cast<uint8_t>(ParseCell("e6"));
  return table;
}

TEST(EndingsTest, Q7_3_AnAttackThatCapturesCountsInTheRow) {
  Table table = Chased(3, "counts");
  table.Do("e6xf6");
  EXPECT_EQ(table.Result(), "repetition b");
  table = Chased(1, "counts");
  table.Do("e6xf6");
  EXPECT_EQ(table.position().attacks[0], 2);
}

TEST(EndingsTest, Q7_3_UnderEndsRowAnAttackThatCapturesEndsIt) {
  for (const int times : {1, 3}) {
    Table table = Chased(times, "ends_row");
    table.Do("e6xf6");
    EXPECT_FALSE(table.Ended());
    EXPECT_EQ(table.position().attacks[0], 0);
    EXPECT_EQ(table.position().attacker[0], kNoCell);
    // The next attack is the first of a new row.
    table.DoAll({"m1-m2", "f6-e6", "m2-m3", "e6-f6", "m3-m4", "f6-e6", "m4-m5"});
    EXPECT_EQ(table.position().attacks[0], 3);
    table.Do("e6-f6");
    EXPECT_EQ(table.Result(), "repetition b");
  }
}

TEST(EndingsTest, Q7_3_EachPlayerHasACountOfTheirOwn) {
  Table table("w Q b4, b Q h5, w *R e5, b *R j5, w S a1");
  // Black's champion attacks b4 from j1 and from i2.
  table.DoAll({"e5-e6", "j5-j1", "e6-f6", "j1-i2", "f6-e6"});
  EXPECT_EQ(table.position().attacks, (std::array<uint8_t, 2>{3, 2}));
}

TEST(EndingsTest, Q7_3_QueensAttackEachOtherToo) {
  Table table("w Q e5, b Q g6, w S a1, b S k1");
  table.Do("e5-f5");
  EXPECT_EQ(table.position().attacks[0], 1);
}

TEST(EndingsTest, Q7_4_NothingButQueenMovesIntoAttacksIsABlockade) {
  Table table("w Q b4, b Q m1, w R l6, w R l7");
  table.Do("l6-m6");
  EXPECT_EQ(table.Result(), "blockade w");
}

TEST(EndingsTest, Q7_4_ASafeCellForTheQueenIsEnough) {
  Table table("w Q b4, b Q m1, w R l6, w R k7");
  table.Do("l6-m6");
  EXPECT_FALSE(table.Ended());
  EXPECT_TRUE(table.May("m1-l1"));
}

TEST(EndingsTest, Q7_4_AnyTurnOfAnotherPieceIsEnough) {
  Table table("w Q b4, b Q m1, w R l6, w R l7, b S d1");
  table.Do("l6-m6");
  EXPECT_FALSE(table.Ended());
}

TEST(EndingsTest, Q7_4_ADropIsEnough) {
  // The pawn cannot move, and it cannot be promoted next to no man's land. A dropped piece lands
  // behind it.
  Table table("w Q a2, b Q m1, w R l6, w R l7, b P a1", {"", "G"});
  table.Do("l6-m6");
  EXPECT_FALSE(table.Ended());
  EXPECT_THAT(table.Moves("a1"), SizeIs(1));
  EXPECT_THAT(table.Moves("G@"), ::testing::Not(::testing::IsEmpty()));
}

TEST(EndingsTest, Q7_4_APromotionOnTheSpotIsEnough) {
  Table table("w Q b4, b Q m1, w R l6, w R l7, b P a1");
  table.Do("l6-m6");
  EXPECT_FALSE(table.Ended());
  EXPECT_THAT(table.Moves("a1"), ::testing::ElementsAre("a1+"));
}

TEST(EndingsTest, Q7_4_AMoveThatTopplesTheQueenIsEnough) {
  Table table("w Q l2, b Q m1, w R l6, w R l7, w S m2");
  table.Do("l6-m6");
  EXPECT_FALSE(table.Ended());
  EXPECT_TRUE(table.May("m1xl2"));
}

TEST(EndingsTest, Q7_4_AMoveOntoTheEnemyBaseIsEnough) {
  // Rooks confine Black's queen on a3. b4 is attacked, but moving there wins.
  Table table("w Q m6, b Q a3, w R c1, w R c8, w R d1, w H a2, w H a4");
  table.Do("d1-d2");
  EXPECT_FALSE(table.Ended());
  EXPECT_TRUE(table.May("a3-b4"));
}

TEST(EndingsTest, Q7_4_WhoCannotMoveAtAllIsBlockaded) {
  // A full reserve, no cell to drop on, and hunters that face pieces they cannot capture.
  Table table("w Q b4, b Q m1, w G k1, w G k2, w G k3, w S d1, b H l1, b H l2, b H m2, w G l3",
              {"", "PPPPPPPPPPPPPP"});
  table.Do("d1-e1");
  EXPECT_EQ(table.Result(), "blockade w");
}

TEST(EndingsTest, Q8_TheThirdOccurrenceEndsTheGame) {
  Table table = Table::Placed();
  const std::vector<std::string> cycle = {"b3-b2", "l5-l6", "b2-b3", "l6-l5"};
  table.DoAll(cycle);
  EXPECT_EQ(table.position().repeats, 1);
  table.DoAll({"b3-b2", "l5-l6", "b2-b3"});
  EXPECT_FALSE(table.Ended());
  table.Do("l6-l5");
  EXPECT_EQ(table.Result(), "reset -");
  const Outcome outcome = table.rules().Result(table.position());
  EXPECT_TRUE(outcome.truncated);
  EXPECT_EQ(outcome.returns, (std::array{0.0f, 0.0f}));
}

TEST(EndingsTest, Q8_CapturesAndDropsMayComeBackToAPosition) {
  Table table("w Q b4, b Q l4, w P f5, w P g6, b P g5, b P h5", {"S", "S"});
  const std::vector<std::string> exchange = {"f5xg5", "h5xg5", "P@f5", "P@h5"};
  table.DoAll(exchange);
  EXPECT_EQ(table.position().repeats, 1);
  table.DoAll(exchange);
  EXPECT_EQ(table.Result(), "reset -");
}

TEST(EndingsTest, Q8_ThePlayerToMoveAndTheReservesBelongToThePosition) {
  // The rook loses a tempo: the same board, but the other side to move.
  Table table("w Q b4, b Q l4, w R e5, b R i5, b R d1");
  table.DoAll({"e5-e6", "i5-i6", "e6-e7", "i6-i5", "e7-e5", "d1-d2", "e5-e6", "d2-d1"});
  EXPECT_EQ(table.position().repeats, 0);
  Table taken("w Q b4, b Q l4, w R e5, b G e6, b R i5", {"", ""});
  taken.DoAll({"e5xe6", "i5-i6", "e6-e5", "i6-i5", "e5-e6", "i5-i6"});
  EXPECT_EQ(taken.position().repeats, 1);
}

TEST(EndingsTest, Q8_ARestartBeginsAgainWithTheOtherPlayerFirst) {
  Table table = Table::Placed({{"cycle", "restart"}});
  for (int i = 0; i < 2; ++i) {
    table.DoAll({"b3-b2", "l5-l6", "b2-b3", "l6-l5"});
  }
  EXPECT_FALSE(table.Ended());
  EXPECT_EQ(table.position().turns, 24);
  EXPECT_EQ(table.position().to_move, 1);
  EXPECT_EQ(table.position().stage, Stage::kPlace);
  EXPECT_TRUE(table.May("R@l1"));
  auto start = Table::Start({{"cycle", "restart"}}).position();
  EXPECT_EQ(table.position().board.seats, start.board.seats);
  EXPECT_EQ(table.position().reserves, start.reserves);
  for (int i = 0; i < 16; ++i) {
    table.Do(table.Moves()[0]);
  }
  EXPECT_EQ(table.position().to_move, 1);
}

TEST(EndingsTest, Q8_WherePlayersAreAskedNoOccurrenceEndsTheGame) {
  Table table = Table::Placed({{"cycle", "go_on"}});
  for (int i = 0; i < 6; ++i) {
    table.DoAll({"b3-b2", "l5-l6", "b2-b3", "l6-l5"});
  }
  EXPECT_FALSE(table.Ended());
  EXPECT_EQ(table.position().repeats, 6);
}

TEST(EndingsTest, Q8_MaxPliesEndTheGame) {
  Table table = Table::Placed({{"max_plies", "18"}});
  table.Do("b3-b2");
  EXPECT_FALSE(table.Ended());
  table.Do("l5-l6");
  EXPECT_EQ(table.Result(), "max_plies -");
  EXPECT_TRUE(table.rules().Result(table.position()).truncated);
}

TEST(EndingsTest, Q8_MaxPliesMayEndTheSetUp) {
  Table table = Table::Start({{"max_plies", "2"}});
  table.DoAll({"R@a1", "R@m1"});
  EXPECT_EQ(table.Result(), "max_plies -");
}

}  // namespace
}  // namespace kvintet::envs::konkvest
