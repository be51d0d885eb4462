// Tests of the reference Konkvest: each piece's attacks and relocations (Q2).
#include "tests/reference/konkvest/konkvest_reach.h"

#include <gtest/gtest.h>

#include "tests/reference/konkvest/konkvest_setup.h"

namespace kvintet::reference::konkvest {
namespace {

// The attacks, a bar, and the relocations of the piece on `from`.
std::string ReachOf(const std::string& pieces, const std::string& from,
                    const Options& options = {}) {
  const Board board = BoardOf(pieces);
  return Names(Attacks(board, CellAt(from), options)) + " | " +
         Names(Relocations(board, CellAt(from), options));
}

Options GuardStraight() { return {.guard_straight = true}; }
Options GeneralArea() { return {.general_area = true}; }
Options QueenLines() { return {.queen_lines = true}; }

TEST(KonkvestReachTest, Q2_BasicPiecesOnAnEmptyBoard) {
  EXPECT_EQ(ReachOf("w P d5", "d5"), "e5 e6 | f6");
  EXPECT_EQ(ReachOf("w S d5", "d5"), "e4 e7 f6 | e5 e6");
  EXPECT_EQ(ReachOf("w G d5", "d5"), "e5 e6 f5 f7 | d4 d6");
  EXPECT_EQ(ReachOf("w H d5", "d5"), "e5 e6 f5 f7 g5 g8 h4 h8 i3 i8 j2 j8 k1 k8 | ");
  EXPECT_EQ(ReachOf("w R d5", "d5"), "d1 d2 d3 d4 d6 d7 d8 d9 e5 e6 | ");
}

TEST(KonkvestReachTest, Q2_AdvancedPiecesOnAnEmptyBoard) {
  EXPECT_EQ(ReachOf("w Q d5", "d5"), "c4 c5 d4 d6 e5 e6 | b4 d3 d7");
  EXPECT_EQ(ReachOf("w N d5", "d5"), "d3 d4 d6 d7 e5 e6 f5 f7 | c4 c5");
  for (const std::string hero : {"*P", "*S", "*G"}) {
    EXPECT_EQ(ReachOf("w " + hero + " d5", "d5"), "d4 d6 e5 e6 f6 | c4 c5") << hero;
  }
  for (const std::string champion : {"*R", "*H"}) {
    EXPECT_EQ(ReachOf("w " + champion + " d5", "d5"),
              "d1 d2 d3 d4 d6 d7 d8 d9 e5 e6 f5 f7 g5 g8 h4 h8 i3 i8 j2 j8 k1 k8 | c4 c5")
        << champion;
  }
}

TEST(KonkvestReachTest, Q2_TheSecondPlayersPiecesGoTheOtherWay) {
  EXPECT_EQ(ReachOf("b P j5", "j5"), "i5 i6 | h6");
  EXPECT_EQ(ReachOf("b S j5", "j5"), "h6 i4 i7 | i5 i6");
  EXPECT_EQ(ReachOf("b G j5", "j5"), "h5 h7 i5 i6 | j4 j6");
  EXPECT_EQ(ReachOf("b H j5", "j5"), "c1 c8 d2 d8 e3 e8 f4 f8 g5 g8 h5 h7 i5 i6 | ");
  EXPECT_EQ(ReachOf("b R j5", "j5"), "i5 i6 j1 j2 j3 j4 j6 j7 j8 j9 | ");
  EXPECT_EQ(ReachOf("b Q j5", "j5"), "i5 i6 j4 j6 k4 k5 | j3 j7 l4");
  EXPECT_EQ(ReachOf("b N j5", "j5"), "h5 h7 i5 i6 j3 j4 j6 j7 | k4 k5");
  EXPECT_EQ(ReachOf("b *P j5", "j5"), "h6 i5 i6 j4 j6 | k4 k5");
}

TEST(KonkvestReachTest, Q2_TheOptionsOfReach) {
  EXPECT_EQ(ReachOf("w G d5", "d5", GuardStraight()), "e5 e6 f6 | d4 d6");
  EXPECT_EQ(ReachOf("w N d5", "d5", GeneralArea()), "d3 d4 d6 d7 e4 e5 e6 e7 f5 f6 f7 | c4 c5");
  EXPECT_EQ(ReachOf("w Q d5", "d5", QueenLines()), "c4 c5 d4 d6 e5 e6 | b3 b5 d3 d7");
}

TEST(KonkvestReachTest, Q2_EachOptionChangesOnePieceOnly) {
  for (const std::string type : {"P", "S", "G", "H", "R", "N", "Q", "*P", "*S", "*G", "*R"}) {
    const std::string pieces = "w " + type + " d5";
    const std::string plain = ReachOf(pieces, "d5");
    EXPECT_EQ(ReachOf(pieces, "d5", GuardStraight()) == plain, type != "G") << type;
    EXPECT_EQ(ReachOf(pieces, "d5", GeneralArea()) == plain, type != "N") << type;
    EXPECT_EQ(ReachOf(pieces, "d5", QueenLines()) == plain, type != "Q") << type;
  }
}

TEST(KonkvestReachTest, Q2_AcrossTheDivider) {
  EXPECT_EQ(ReachOf("w P f6", "f6"), "g6 g7 | h6");
  EXPECT_EQ(ReachOf("w P g6", "g6"), "h5 h6 | i5");
  EXPECT_EQ(ReachOf("b P g6", "g6"), "f5 f6 | e5");
  EXPECT_EQ(ReachOf("w S f6", "f6"), "g5 g8 h6 | g6 g7");
  EXPECT_EQ(ReachOf("w G f6", "f6"), "g6 g7 h5 h7 | f5 f7");
}

TEST(KonkvestReachTest, Q2_AtTheEdges) {
  EXPECT_EQ(ReachOf("w S a1", "a1"), "b3 c2 | b1 b2");
  EXPECT_EQ(ReachOf("w P f1", "f1"), "g1 g2 | h1");
  EXPECT_EQ(ReachOf("w P g1", "g1"), "h1 | ");
  EXPECT_EQ(ReachOf("w S g1", "g1"), "h2 | h1");
  EXPECT_EQ(ReachOf("w N g12", "g12"), "g10 g11 h11 i10 | f11");
  EXPECT_EQ(ReachOf("w P m3", "m3"), " | ");
  EXPECT_EQ(ReachOf("w R m3", "m3"), "m1 m2 m4 m5 m6 | ");
  EXPECT_EQ(ReachOf("w Q a1", "a1"), "a2 b1 b2 | a3");
  EXPECT_EQ(ReachOf("w Q b4", "b4"), "a3 a4 b3 b5 c4 c5 | b2 b6");
  EXPECT_EQ(ReachOf("w Q c1", "c1"), "b1 c2 d1 d2 | c3");
}

TEST(KonkvestReachTest, Q2_RelocationsCaptureNothing) {
  EXPECT_EQ(ReachOf("w P d5 b R f6", "d5"), "e5 e6 | ");
  EXPECT_EQ(ReachOf("w S d5 b R e5", "d5"), "e4 e7 f6 | e6");
  EXPECT_EQ(ReachOf("w G d5 b R d4", "d5"), "e5 e6 f5 f7 | d6");
  EXPECT_EQ(ReachOf("w N d5 b R c4", "d5"), "d3 d4 d6 d7 e5 e6 f5 f7 | c5");
  EXPECT_EQ(ReachOf("w *S d5 b R c4 b R c5", "d5"), "d4 d6 e5 e6 f6 | ");
  EXPECT_EQ(ReachOf("w *R d5 b R c4 w P d4 w P d6 w P e5 w P e6", "d5"), " | c5");
  EXPECT_EQ(ReachOf("w Q d5 b R d3 b R b4", "d5"), "c4 c5 d4 d6 e5 e6 | d7");
}

TEST(KonkvestReachTest, Q2_OnlyTheQueenCapturesBackward) {
  EXPECT_EQ(ReachOf("w Q d5 b R c4 b R c5 w P d4 w P d6 w P e5 w P e6", "d5"), "c4 c5 | ");
}

TEST(KonkvestReachTest, Q2_AttacksCaptureEnemiesAndStopAtOwn) {
  EXPECT_EQ(ReachOf("w P d5 b R e5 w R e6", "d5"), "e5 | ");
}

TEST(KonkvestReachTest, Q2_NothingJumps) {
  EXPECT_EQ(ReachOf("w H d5 b P f5 w P g8", "d5"), "e5 e6 f5 f7 | ");
  EXPECT_EQ(ReachOf("w R d5 b P d3 w P d7", "d5"), "d3 d4 d6 e5 e6 | ");
  EXPECT_EQ(ReachOf("w G d5 b P e5 w P e6", "d5"), "e5 | d4 d6");
  EXPECT_EQ(ReachOf("w N d5 b P d4 w P e6", "d5"), "d4 d6 d7 e5 f5 | c4 c5");
  EXPECT_EQ(ReachOf("w *H d5 b P d3 w P d6 b P e5 w P e6", "d5"), "d3 d4 e5 | c4 c5");
  EXPECT_EQ(ReachOf("w Q d5 b P d4 w P d6", "d5"), "c4 c5 d4 e5 e6 | b4");
}

TEST(KonkvestReachTest, Q2_StraightAheadNeedsOneFreeCellOfTwo) {
  EXPECT_EQ(ReachOf("w P d5 w R e5", "d5"), "e6 | f6");
  EXPECT_EQ(ReachOf("w P d5 w R e6", "d5"), "e5 | f6");
  EXPECT_EQ(ReachOf("w P d5 w R e5 b R e6", "d5"), "e6 | ");
  EXPECT_EQ(ReachOf("w *P d5 w R e5 b R f6", "d5"), "d4 d6 e6 f6 | c4 c5");
  EXPECT_EQ(ReachOf("w *P d5 w R e5 w R e6", "d5"), "d4 d6 | c4 c5");
}

TEST(KonkvestReachTest, Q2_TheSupportGoesOverEitherCell) {
  EXPECT_EQ(ReachOf("w S d5 w R e5", "d5"), "e4 e7 f6 | e6");
  EXPECT_EQ(ReachOf("w S d5 w R d4", "d5"), "e4 e7 f6 | e5 e6");
  EXPECT_EQ(ReachOf("w S d5 w R e5 b R d4", "d5"), "e7 f6 | e6");
  EXPECT_EQ(ReachOf("w S d5 w R e6 b R d6", "d5"), "e4 f6 | e5");
  EXPECT_EQ(ReachOf("w S d5 w R e5 w R e6", "d5"), "e4 e7 | ");
  EXPECT_EQ(ReachOf("w S d5 w R e5 w R e6 b P e4", "d5"), "e4 e7 | ");
  EXPECT_EQ(ReachOf("w S d5 w R e4 w P e7 w P f6", "d5"), " | e5 e6");
}

TEST(KonkvestReachTest, Q2_TheQueenRetreatsOverTwoFreeCells) {
  EXPECT_EQ(ReachOf("w Q d5 w R c4", "d5"), "c5 d4 d6 e5 e6 | d3 d7");
  EXPECT_EQ(ReachOf("w Q d5 b R c4", "d5"), "c4 c5 d4 d6 e5 e6 | d3 d7");
  EXPECT_EQ(ReachOf("w Q d5 w R b4", "d5"), "c4 c5 d4 d6 e5 e6 | d3 d7");
  EXPECT_EQ(ReachOf("w Q d5 w R c4", "d5", QueenLines()), "c5 d4 d6 e5 e6 | b5 d3 d7");
  EXPECT_EQ(ReachOf("w Q d5 b R b3", "d5", QueenLines()), "c4 c5 d4 d6 e5 e6 | b5 d3 d7");
}

TEST(KonkvestReachTest, Q2_OptionsReachOverEitherCellLikeTheSupport) {
  EXPECT_EQ(ReachOf("w G d5 w R e5 b P f6", "d5", GuardStraight()), "e6 f6 | d4 d6");
  EXPECT_EQ(ReachOf("w G d5 w R e5 w R e6", "d5", GuardStraight()), " | d4 d6");
  EXPECT_EQ(ReachOf("w N d5 w R e5", "d5", GeneralArea()), "d3 d4 d6 d7 e4 e6 e7 f6 f7 | c4 c5");
  EXPECT_EQ(ReachOf("w N d5 w R e5 b R d4", "d5", GeneralArea()), "d4 d6 d7 e6 e7 f6 f7 | c4 c5");
}

TEST(KonkvestReachTest, Q2_RelocationsAttackNothing) {
  const Options options;
  EXPECT_FALSE(IsAttackedBy(BoardOf("w P d5 w S i5"), 0, CellAt("f6"), options));
  EXPECT_TRUE(IsAttackedBy(BoardOf("w S d5 b Q f6"), 0, CellAt("f6"), options));
  EXPECT_FALSE(IsAttackedBy(BoardOf("b S d5 b Q f6"), 0, CellAt("f6"), options));
}

}  // namespace
}  // namespace kvintet::reference::konkvest
