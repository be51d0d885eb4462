// Tests of the reference Konkvest: moves, promotions, drops, captures, the reserve (Q5, Q6).
#include "tests/reference/konkvest/konkvest_turns.h"

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

const std::string kQueens = "w Q b4; b Q l4; ";
const std::string kFull = "PPPPPPPPSSSHHR";  // 14 pieces

std::string AfterPlaying(const std::string& text, const std::string& moves) {
  Konkvest game = GameAt(text);
  Play(game, moves);
  return PositionText(game.Now());
}

TEST(KonkvestTurnsTest, Q5_MovesAndCapturesHaveTheirTexts) {
  const Konkvest game = GameAt(kQueens + "w P d5; b R e5; side w");
  EXPECT_EQ(MovesFrom(game, "d5"), "d5-e6 d5-f6 d5xe5");
}

TEST(KonkvestTurnsTest, Q5_LegalMovesAreSortedWithoutRepeats) {
  const Konkvest game = GameAt(kQueens + "w S d5; w *R d9; w N d3; w reserve PS; side w");
  const Texts moves = game.LegalMoves(0);
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
  EXPECT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end());
}

TEST(KonkvestTurnsTest, Q5_AMoveIntoTheZoneMayPromote) {
  const Konkvest game = GameAt(kQueens + "w P i5; w S f6; side w");
  EXPECT_EQ(MovesFrom(game, "f6"), "f6-g5 f6-g6 f6-g6+ f6-g7 f6-g8 f6-h6 f6-h6+");
}

TEST(KonkvestTurnsTest, Q5_APawnBringsItsOwnLineAlong) {
  const Konkvest game = GameAt(kQueens + "w P f6; side w");
  EXPECT_EQ(MovesFrom(game, "f6"), "f6-g6 f6-g6+ f6-g7 f6-g7+ f6-h6 f6-h6+");
}

TEST(KonkvestTurnsTest, Q5_TheQueensZoneBeyondTheDividerPromotes) {
  const Konkvest game = GameAt("w Q h6; b Q l4; w P c1; w S g6; side w");
  EXPECT_EQ(MovesFrom(game, "g6"), "g6+ g6-h4 g6-h5 g6-h7 g6-i5");
}

TEST(KonkvestTurnsTest, Q5_APromotedMoveTurnsThePieceOver) {
  EXPECT_EQ(AfterPlaying(kQueens + "w P f6; side w", "f6-g6+"), "w Q b4; w *P g6; b Q l4; side b");
  EXPECT_EQ(AfterPlaying(kQueens + "w P f6; side w", "f6-g6"), "w Q b4; w P g6; b Q l4; side b");
}

TEST(KonkvestTurnsTest, Q5_CapturesDoNotPromote) {
  const Konkvest game = GameAt(kQueens + "w P f6; b R g6; b R h6; side w");
  EXPECT_EQ(MovesFrom(game, "f6"), "f6-g7 f6-g7+ f6xg6");
}

TEST(KonkvestTurnsTest, Q5_PromotionOnTheSpotIsATurn) {
  const Konkvest game = GameAt(kQueens + "w P i5; w R g6; w N h5; w *S h6; side w");
  EXPECT_EQ(MovesFrom(game, "g6+"), "g6+");
  EXPECT_EQ(MovesFrom(game, "i5+"), "i5+");
  EXPECT_EQ(MovesFrom(game, "h5+") + MovesFrom(game, "h6+"), "");
  EXPECT_EQ(AfterPlaying(kQueens + "w P i5; w R g6; side w", "g6+"),
            "w Q b4; w *R g6; w P i5; b Q l4; side b");
}

TEST(KonkvestTurnsTest, Q5_LastStandPromotesAtHome) {
  const Konkvest game = GameAt("w Q d5; b Q l4; w S b4; w S a1; b P k1; side w");
  EXPECT_EQ(MovesFrom(game, "b4"), "b4+ b4-c3 b4-c4 b4-c4+ b4-c5 b4-c5+ b4-c6");
  EXPECT_EQ(MovesFrom(game, "a1"), "a1-b1 a1-b2 a1-b3 a1-c2");
}

TEST(KonkvestTurnsTest, Q5_LastStandEndsWithTheFirstPawnDropped) {
  Konkvest game = GameAt("w Q d5; b Q l4; w S b4; w reserve P; b P k1; side w");
  EXPECT_EQ(MovesFrom(game, "P@"), "P@a3 P@a4 P@c4 P@c5");
  Play(game, "P@a3 l4-l5");
  EXPECT_EQ(MovesFrom(game, "b4"), "b4-c3 b4-c4 b4-c5 b4-c6");
}

TEST(KonkvestTurnsTest, Q5_DropsGoToFreeConqueredCells) {
  const Konkvest game = GameAt("w Q b1; b Q l4; w P d5; w R c4; b R b4; w reserve SSN; side w");
  EXPECT_EQ(MovesFrom(game, "S@"), "S@a1 S@a3 S@a4 S@c5");
  EXPECT_EQ(MovesFrom(game, "N@"), "N@a1 N@a3 N@a4 N@c5");
  EXPECT_EQ(MovesFrom(game, "P@"), "");
}

TEST(KonkvestTurnsTest, Q5_NoDropsInNoMansLand) {
  const Konkvest game = GameAt("w Q b4; b Q l4; w P j5; b P d5; w reserve S; side w");
  EXPECT_EQ(MovesFrom(game, "S@"), "S@a3 S@a4 S@c4 S@c5");
}

TEST(KonkvestTurnsTest, Q5_PawnsMayBeDroppedAnywhereThere) {
  const Konkvest game = GameAt("w Q a1; b Q l4; w P m6; w reserve P; side w");
  EXPECT_EQ(MovesFrom(game, "P@"),
            "P@a6 P@b6 P@b7 P@c7 P@d7 P@d8 P@e8 P@f8 P@f9 P@g9 P@h8 P@h9 P@i8 P@j7 P@j8 P@k7 "
            "P@l6 P@l7");
}

TEST(KonkvestTurnsTest, Q5_DroppedPiecesAreBasicAndPromoteLater) {
  Konkvest game = GameAt("w Q b4; b Q l4; w P i5; w reserve RR; side w");
  EXPECT_EQ(MovesFrom(game, "R@g"), "R@g6");
  Play(game, "R@g6");
  EXPECT_EQ(PositionText(game.Now()), "w Q b4; w R g6; w P i5; b Q l4; w reserve R; side b");
  Play(game, "l4-l5");
  EXPECT_EQ(MovesFrom(game, "g6+"), "g6+");
}

TEST(KonkvestTurnsTest, Q5_ThereIsNoPass) {
  for (const std::string& move : GameAt(kQueens + "side w").LegalMoves(0)) {
    EXPECT_EQ(move.rfind("b4-", 0), 0U) << move;
  }
}

TEST(KonkvestTurnsTest, Q6_CapturedPiecesEnterAsTheirBasicForm) {
  const std::string around = "w Q b4; b Q l4; w N d5; b S j1; ";
  for (const std::string type : {"P", "S", "G", "H", "R"}) {
    const std::string found = "w Q b4; w N e5; b S j1; b Q l4; w reserve " + type + "; side b";
    EXPECT_EQ(AfterPlaying(around + "b " + type + " e5; side w", "d5xe5"), found);
    EXPECT_EQ(AfterPlaying(around + "b *" + type + " e5; side w", "d5xe5"), found);
  }
  EXPECT_EQ(AfterPlaying(around + "b N e5; side w", "d5xe5"),
            "w Q b4; w N e5; b S j1; b Q l4; w reserve N; side b");
}

TEST(KonkvestTurnsTest, Q6_AHeroDroppedIsWhatItWasMadeFrom) {
  Konkvest game = GameAt("w Q b4; b Q l4; w N d5; b *G e5; side w");
  Play(game, "d5xe5 l4-l5 G@a3 l5-l4");
  EXPECT_EQ(MovesFrom(game, "a3"), "a3+ a3-a2 a3-a4 a3-a4+ a3-b3 a3-c3");
}

TEST(KonkvestTurnsTest, Q6_AFullReserveCapturesNothing) {
  EXPECT_EQ(kFull.size(), 14U);
  const std::string text = kQueens + "w N d5; b R e5; w reserve " + kFull + "; side w";
  EXPECT_EQ(MovesFrom(GameAt(text), "d5"), "d5-c4 d5-c5 d5-d3 d5-d4 d5-d6 d5-d7 d5-e6 d5-f7");
  const std::string thirteen = kQueens + "w N d5; b R e5; w reserve PPPPPPPPSSSHH; side w";
  EXPECT_EQ(MovesFrom(GameAt(thirteen), "d5x"), "d5xe5");
}

TEST(KonkvestTurnsTest, Q6_ADropMakesRoomInTheReserve) {
  Konkvest game = GameAt(kQueens + "w N d5; b R e5; w reserve " + kFull + "; side w");
  EXPECT_EQ(MovesFrom(game, "d5x"), "");
  Play(game, "S@a3 l4-l5");
  EXPECT_EQ(MovesFrom(game, "d5x"), "d5xe5");
}

TEST(KonkvestTurnsTest, Q6_OnlyTheOwnReserveCounts) {
  const Konkvest game = GameAt(kQueens + "w N d5; b R e5; b reserve " + kFull + "; side w");
  EXPECT_EQ(MovesFrom(game, "d5x"), "d5xe5");
}

TEST(KonkvestTurnsTest, Q6_TheQueenFallsToAFullReserveToo) {
  Konkvest game = GameAt("w Q b4; b Q e5; w N d5; w reserve " + kFull + "; side w");
  Play(game, "d5xe5");
  EXPECT_EQ(EndText(game), "queen 1 -1");
  EXPECT_EQ(SizeOf(game.Now().reserves[0]), 14);
}

TEST(KonkvestTurnsTest, Q6_WithAFullReserveNoOccupationByCapture) {
  const std::string text = "w Q k4; b Q j1; b R l4; ";
  EXPECT_EQ(MovesFrom(GameAt(text + "side w"), "k4xl4"), "k4xl4");
  EXPECT_EQ(MovesFrom(GameAt(text + "w reserve " + kFull + "; side w"), "k4xl4"), "");
}

}  // namespace
}  // namespace kvintet::reference::konkvest
