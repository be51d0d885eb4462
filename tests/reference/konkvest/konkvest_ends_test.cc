// Tests of the reference Konkvest: how games end (Q7).
#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

std::string EndAfter(const std::string& text, const std::string& moves) {
  Konkvest game = GameAt(text);
  Play(game, moves);
  return EndText(game);
}

TEST(KonkvestEndsTest, Q7_1_TheQueensCapturerWins) {
  EXPECT_EQ(EndAfter("w Q b4; w N d5; b Q e5; side w", "d5xe5"), "queen 1 -1");
  EXPECT_EQ(EndAfter("w Q h6; b P i5; b Q l4; side b", "i5xh6"), "queen -1 1");
}

TEST(KonkvestEndsTest, Q7_1_TheQueenMayBeLeftUnderAttack) {
  EXPECT_EQ(EndAfter("w Q b4; w N d1; b Q l4; b *R b7; side w", "d1-d2 b7xb4"), "queen -1 1");
  EXPECT_EQ(EndAfter("w Q d5; b Q l4; b *R e9; side w", "d5-e5 e9xe5"), "queen -1 1");
}

TEST(KonkvestEndsTest, Q7_2_AQueenOnTheEnemyBaseWins) {
  EXPECT_EQ(EndAfter("w Q k4; b Q j1; side w", "k4-l4"), "occupation 1 -1");
  EXPECT_EQ(EndAfter("w Q d9; b Q c4; side b", "c4-b4"), "occupation -1 1");
}

TEST(KonkvestEndsTest, Q7_2_GuardedOrHeldTheBaseIsOccupied) {
  EXPECT_EQ(EndAfter("w Q k4; b Q j1; b *R l1; b N m3; side w", "k4-l4"), "occupation 1 -1");
  EXPECT_EQ(EndAfter("w Q k4; b Q j1; b R l4; b *R l1; side w", "k4xl4"), "occupation 1 -1");
}

TEST(KonkvestEndsTest, Q7_2_ARelocationOccupiesToo) {
  EXPECT_EQ(EndAfter("w Q l2; b Q j1; side w", "l2-l4"), "occupation 1 -1");
}

TEST(KonkvestEndsTest, Q7_2_OtherPiecesAndTheOwnBaseWinNothing) {
  EXPECT_EQ(EndAfter("w Q b3; w N k4; b Q j1; side w", "k4-l4"), "going on");
  EXPECT_EQ(EndAfter("w Q b3; b Q j1; side w", "b3-b4"), "going on");
}

TEST(KonkvestEndsTest, Q7_2_ACapturedQueenComesFirst) {
  EXPECT_EQ(EndAfter("w Q k4; b Q l4; side w", "k4xl4"), "queen 1 -1");
}

// A champion chases the queen up the left edge, row by row.
const std::string kThreeAttacks = "g1-h1 h11-i10 h1-i1 i10-j9 i1-j1 j9-k8 ";

TEST(KonkvestEndsTest, Q7_3_TheFourthAttackInARowLoses) {
  Konkvest game = GameAt("w Q b4; w *R g1; b Q h11; w P c1; side w");
  Play(game, kThreeAttacks);
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{3, CellAt("j1")}));
  EXPECT_EQ(EndText(game), "going on");
  Play(game, "j1-k1");
  EXPECT_EQ(EndText(game), "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_TheSecondPlayerLosesSoToo) {
  EXPECT_EQ(EndAfter("b Q l4; b *R g12; w Q f1; b P k8; side b",
                     "g12-f11 f1-e1 f11-e10 e1-d1 e10-d9 d1-c1 d9-c8"),
            "repetition 1 -1");
}

TEST(KonkvestEndsTest, Q7_3_AnyOtherTurnEndsTheRow) {
  const std::string start = "w Q b4; w *R j1; w P c1; w N a1; w reserve S; b Q k8; side w; ";
  const std::string attacks = "w attacks 3 j1";
  EXPECT_EQ(EndAfter(start + attacks, "j1-k1"), "repetition -1 1");
  for (const std::string turn : {"a1-a2", "S@a3", "j1-j2", "b4-b5"}) {
    Konkvest game = GameAt(start + attacks);
    Play(game, turn);
    EXPECT_EQ(game.Now().attacks[0], AttackRow{}) << turn;
    EXPECT_EQ(EndText(game), "going on") << turn;
  }
}

TEST(KonkvestEndsTest, Q7_3_ANewRowBeginsAtOne) {
  Konkvest game = GameAt("w Q b4; w *R j1; w P c1; b Q k8; side w; w attacks 3 j1");
  Play(game, "b4-b5 k8-k7 j1-k1");
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{1, CellAt("k1")}));
}

TEST(KonkvestEndsTest, Q7_3_AnotherPieceBeginsAtOne) {
  Konkvest game = GameAt("w Q b4; w *R j1; w *H j2; w P c1; b Q k8; side w; w attacks 3 j1");
  Play(game, "j2-k2");
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{1, CellAt("k2")}));
  EXPECT_EQ(EndText(game), "going on");
}

TEST(KonkvestEndsTest, Q7_3_TheQueenNeedNotHaveMoved) {
  EXPECT_EQ(EndAfter("w Q b4; w *R h1; w P c1; b Q h11; b N m1; side w",
                     "h1-h2 m1-m2 h2-h1 m2-m1 h1-h3 m1-m2 h3-h1"),
            "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_AnAttackMayCaptureBesides) {
  EXPECT_EQ(EndAfter("w Q b4; w *R j1; w P c1; b Q k8; b S k1; side w; w attacks 3 j1", "j1xk1"),
            "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_UnderEndsRowAnAttackThatCapturesEndsTheRow) {
  const Options ends_row = {.capture_ends_row = true};
  for (const std::string count : {"1", "2", "3"}) {
    Konkvest game = GameAt(
        "w Q b4; w *R j1; w P c1; b Q k8; b S k1; side w; w attacks " + count + " j1", ends_row);
    Play(game, "j1xk1");
    EXPECT_EQ(EndText(game), "going on");
    EXPECT_EQ(game.Now().attacks[0], AttackRow{});
  }
}

TEST(KonkvestEndsTest, Q7_3_UnderEndsRowAFourthAttackWithoutACaptureLoses) {
  Konkvest game =
      GameAt("w Q b4; w *R j1; w P c1; b Q k8; side w; w attacks 3 j1", {.capture_ends_row = true});
  Play(game, "j1-k1");
  EXPECT_EQ(EndText(game), "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_PromotionKeepsThePiece) {
  const std::string start = "w Q b4; w R g1; w P i1; b Q h11; side w; w attacks 3 g1";
  EXPECT_EQ(EndAfter(start, "g1-h1+"), "repetition -1 1");
  EXPECT_EQ(EndAfter(start, "g1-h1"), "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_ThePieceAttacksAsItThenIs) {
  const std::string start = "w Q b4; w H g1; w P i1; b Q h11; side w; w attacks 3 g1";
  EXPECT_EQ(EndAfter(start, "g1-h1+"), "repetition -1 1");
  EXPECT_EQ(EndAfter(start, "g1-h1"), "going on");
}

TEST(KonkvestEndsTest, Q7_3_PromotionOnTheSpotIsNoAttack) {
  Konkvest game = GameAt("w Q b4; w H h1; w P i1; b Q h11; side w; w attacks 3 h1");
  Play(game, "h1+");
  EXPECT_EQ(game.Now().attacks[0], AttackRow{});
}

TEST(KonkvestEndsTest, Q7_3_ADropIsNoAttack) {
  Konkvest game = GameAt("w Q b4; w P j5; b Q j9; w reserve R; side w");
  Play(game, "R@i5 j9-i9");
  EXPECT_EQ(game.Now().attacks[0], AttackRow{});
  Konkvest other = GameAt("w Q b4; w P j5; b Q i9; w reserve R; side w");
  Play(other, "R@i5");
  EXPECT_EQ(other.Now().attacks[0], AttackRow{});
}

TEST(KonkvestEndsTest, Q7_3_UncoveringAnotherPieceIsNoAttack) {
  Konkvest game = GameAt("w Q b4; w *R h1; w N h2; w P c1; b Q h11; side w");
  Play(game, "h2-i2");
  EXPECT_EQ(game.Now().attacks[0], AttackRow{});
}

TEST(KonkvestEndsTest, Q7_3_TheQueenAttacksTheQueenToo) {
  EXPECT_EQ(EndAfter("w Q f5; w P c1; b Q h6; side w; w attacks 3 f5", "f5-g6"), "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_AFullReserveStillAttacksTheQueen) {
  EXPECT_EQ(EndAfter("w Q b4; w *R j1; w P c1; b Q k8; w reserve SSSSSSHHHHNNNG; side w; "
                     "w attacks 3 j1",
                     "j1-k1"),
            "repetition -1 1");
}

TEST(KonkvestEndsTest, Q7_3_ATakenPieceAttacksNoMore) {
  Konkvest game = GameAt("w Q b4; w *R h10; w P c1; b Q h11; side b; w attacks 3 h10");
  Play(game, "h11xh10");
  EXPECT_EQ(game.Now().attacks[0], AttackRow{});
}

TEST(KonkvestEndsTest, Q7_3_EachPlayerHasItsOwnRow) {
  Konkvest game =
      GameAt("w Q b4; w *R g1; w P c1; b Q h11; b *R a6; side w; b attacks 2 a6; w attacks 1 g1");
  Play(game, "g1-h1");
  EXPECT_EQ(game.Now().attacks[0], (AttackRow{2, CellAt("h1")}));
  EXPECT_EQ(game.Now().attacks[1], (AttackRow{2, CellAt("a6")}));
}

TEST(KonkvestEndsTest, Q7_3_OccupationComesBeforeRepetition) {
  EXPECT_EQ(EndAfter("w Q k4; b Q m3; side w; w attacks 3 k4", "k4-l4"), "occupation 1 -1");
}

// Champions on rows l and m leave the queen in the corner no safe cell.
const std::string kCorner = "w Q b4; w P c1; w *H m6; w *R l7; b Q m1; ";

TEST(KonkvestEndsTest, Q7_4_OnlyQueenMovesIntoAttackIsBlockade) {
  EXPECT_EQ(EndText(GameAt(kCorner + "side b")), "blockade 1 -1");
  EXPECT_EQ(EndAfter("w Q b4; w P c1; w *H m6; w *R k8; b Q m1; side w", "k8-l7"), "blockade 1 -1");
}

TEST(KonkvestEndsTest, Q7_4_ItIsThePlayerToMoveWhoIsTested) {
  EXPECT_EQ(EndText(GameAt(kCorner + "side w")), "going on");
}

TEST(KonkvestEndsTest, Q7_4_ASafeCellIsAWayOut) {
  EXPECT_EQ(EndText(GameAt("w Q b4; w P c1; w *H m6; w N l7; b Q m1; side b")), "going on");
}

// While the queen stands on l2, the champion on row l does not reach l1; a general on l5 never
// does.
TEST(KonkvestEndsTest, Q7_4_ACellIsJudgedWithTheQueenOnIt) {
  const std::string rest = "w Q b4; w P c1; w *H m6; w *R k8; b Q l2; side b; ";
  EXPECT_EQ(EndText(GameAt(rest + "w *R l7")), "blockade 1 -1");
  EXPECT_EQ(EndText(GameAt(rest + "w N l5")), "going on");
}

TEST(KonkvestEndsTest, Q7_4_AnyOtherTurnIsAWayOut) {
  EXPECT_EQ(EndText(GameAt(kCorner + "b R i1; side b")), "going on");
  EXPECT_EQ(EndText(GameAt(kCorner + "b P a6; side b")), "going on");
}

TEST(KonkvestEndsTest, Q7_4_PromotionsAndDropsCountAsTurns) {
  EXPECT_EQ(EndText(GameAt(kCorner + "b P a3; side b")), "blockade 1 -1");
  EXPECT_EQ(EndText(GameAt(kCorner + "b P a3; b reserve S; side b")), "going on");
  EXPECT_EQ(EndText(GameAt(kCorner + "b reserve S; side b")), "blockade 1 -1");
  const Konkvest promotes = GameAt(kCorner + "b P a6; side b");
  EXPECT_EQ(MovesFrom(promotes, "a6"), "a6+");
}

TEST(KonkvestEndsTest, Q7_4_ACaptureOfTheQueenIsAWayOut) {
  EXPECT_EQ(EndText(GameAt("w Q l2; w P c1; w *H m6; w *R l7; b Q m1; side b")), "going on");
}

TEST(KonkvestEndsTest, Q7_4_OccupationIsAWayOut) {
  const std::string champions = "w Q d1; w *R a1; w *H b7; w *R c8; side b; ";
  EXPECT_EQ(EndText(GameAt(champions + "b Q a4")), "going on");
  EXPECT_EQ(EndText(GameAt(champions + "b Q a5")), "blockade 1 -1");
}

TEST(KonkvestEndsTest, Q7_4_NoTurnAtAllIsBlockade) {
  const std::string walled = "w Q b4; w P l1; w P l2; w G m2; b Q m1; side b";
  EXPECT_EQ(EndText(GameAt(walled)), "going on");
  EXPECT_EQ(EndText(GameAt(walled + "; b reserve PPPPPPPPSSSSSS")), "blockade 1 -1");
}

TEST(KonkvestEndsTest, Q7_4_BlockadeIsTestedFromTurn17On) {
  Konkvest game{Options{}};
  Play(game, "R@b1 R@l7");
  EXPECT_EQ(EndText(game), "going on");
}

}  // namespace
}  // namespace kvintet::reference::konkvest
