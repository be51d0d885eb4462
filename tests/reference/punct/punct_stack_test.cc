// Tests of the reference PÜNCT: support, stacking and bridges (P4).
#include <gtest/gtest.h>

#include "tests/reference/punct/punct_setup.h"

namespace kvintet::reference::punct {
namespace {

// Two white straights in column F with a gap at F5, and the same as stacks of two.
const std::string kGap = "w E F2/3; w E F6/3; ";
const std::string kDeepGap = kGap + "w E F2/3; w E F6/3; ";

// A position with these pieces and a distant black triangle.
Punct WhiteToMove(const std::string& pieces) {
  return GameAt(Rules(), pieces + "b T N10/0; side w");
}

// The position after a legal move by White and one of Black's triangle, with White to move.
Punct AfterMove(const std::string& pieces, const std::string& move) {
  Punct game = WhiteToMove(pieces);
  PlayMoves(game, move + ", N10-N10/1");
  return game;
}

TEST(PunctStackTest, P4_PunctMayOnlyLieOnOwnColour) {
  const Punct game = WhiteToMove("w E F2/3; b E F5/3; w E F12/3; ");
  EXPECT_TRUE(IsLegal(game, "F12-F2/3"));
  EXPECT_TRUE(IsLegal(game, "F12-F4/0"));  // on a minor dot
  EXPECT_TRUE(LegalFrom(game, "F12-F5/").empty());
  EXPECT_FALSE(IsLegal(game, "F12-F7/0"));
}

TEST(PunctStackTest, P4_TopmostDotUnderThePunctCounts) {
  // Black over white on F3 and F4.
  const Punct black_above = WhiteToMove("w E F2/3; b E F5/3; b E F5/0; w E F12/3; ");
  EXPECT_EQ(TopLevel(Rules(), black_above, "F3"), 1);
  EXPECT_FALSE(IsLegal(black_above, "F12-F3/3"));
  EXPECT_FALSE(IsLegal(black_above, "F12-F4/3"));
  // White over black on F5 and F6.
  const Punct white_above = WhiteToMove("w E F2/3; b E F5/3; w E F4/3; w E F12/3; ");
  EXPECT_EQ(TopLevel(Rules(), white_above, "F6"), 1);
  EXPECT_TRUE(IsLegal(white_above, "F12-F6/0"));
}

TEST(PunctStackTest, P4_MinorDotsMayCoverAnything) {
  for (const char* others : {"b E F5/3; ", "w T F5/1; b E F6/3; "}) {
    const Punct game = WhiteToMove(std::string("w E F2/3; w E F12/3; ") + others);
    EXPECT_TRUE(IsLegal(game, "F12-F4/3")) << others;
  }
}

TEST(PunctStackTest, P4_LevelIsThatOfTheEnds) {
  Punct game = WhiteToMove(kGap + "w E F12/3; ");
  PlayMoves(game, "F12-F2/3");
  for (const char* space : {"F2", "F3", "F4"}) EXPECT_EQ(TopLevel(Rules(), game, space), 1);
  EXPECT_EQ(TopLevel(Rules(), game, "F12"), -1);
  PlayMoves(game, "N10-N10/1, F2-F12/3");
  EXPECT_EQ(TopLevel(Rules(), game, "F2"), 0);
  EXPECT_EQ(TopLevel(Rules(), game, "F12"), 0);
}

TEST(PunctStackTest, P4_TrianglesNeedThreeEqualSpaces) {
  const Punct game = WhiteToMove("w E F2/3; b E G2/3; w T F12/0; ");
  EXPECT_TRUE(IsLegal(game, "F12-F2/4"));   // F2 G3 G2
  EXPECT_TRUE(IsLegal(game, "F12-F4/5"));   // F4 G4 F3
  EXPECT_FALSE(IsLegal(game, "F12-F4/4"));  // F4 G5 G4: nothing on G5
  EXPECT_FALSE(IsLegal(game, "F12-F4/2"));  // F4 E4 F5
  EXPECT_FALSE(IsLegal(game, "F12-F5/0"));  // F5 F4 E4
}

TEST(PunctStackTest, P4_EndsNeedEqualHeight) {
  const Punct game = WhiteToMove("w E F2/3; w E F12/3; w L J12/0; ");
  EXPECT_FALSE(IsLegal(game, "F12-F3/3"));  // the other end on the board
  EXPECT_FALSE(IsLegal(game, "F12-F4/3"));
  EXPECT_FALSE(IsLegal(game, "F12-F5/0"));  // the PÜNCT's end on the board
  EXPECT_FALSE(IsLegal(game, "F12-F6/0"));
  EXPECT_TRUE(IsLegal(game, "F12-F5/3"));
  const Punct stairs = WhiteToMove(kGap + "w E F2/3; w E F12/3; ");
  EXPECT_FALSE(IsLegal(stairs, "F12-F4/3"));  // heights 2 and 1
}

TEST(PunctStackTest, P4_MiddleMustNotBeHigherThanTheEnds) {
  // Two white dots on F5, one on F4 and on F6.
  const Punct game = WhiteToMove("w E F4/3; w E G5/5; w E F5/5; w E F12/3; w C K5/1; ");
  EXPECT_EQ(TopLevel(Rules(), game, "F5"), 1);
  EXPECT_EQ(TopLevel(Rules(), game, "F4"), 0);
  EXPECT_FALSE(IsLegal(game, "F12-F4/3"));
  EXPECT_FALSE(IsLegal(game, "F12-F6/0"));
  EXPECT_FALSE(IsLegal(game, "K5-F5/0"));
}

TEST(PunctStackTest, P4_BridgeOverEmptySpace) {
  const Punct game = AfterMove(kGap + "w E F12/3; ", "F12-F4/3");
  for (const char* space : {"F4", "F5", "F6"}) EXPECT_EQ(TopLevel(Rules(), game, space), 1);
}

TEST(PunctStackTest, P4_BridgeOverAnEnemyInAHole) {
  const std::string stacks = "w E F2/3; w E F6/3; w C F3/0; w C F7/0; ";
  Punct game = WhiteToMove(stacks + "b E F5/2; w E F12/3; ");
  EXPECT_EQ(TopLevel(Rules(), game, "F5"), 0);
  PlayMoves(game, "F12-F4/3");
  EXPECT_EQ(TopLevel(Rules(), game, "F5"), 2);
  EXPECT_TRUE(LegalFrom(game, "F5-").empty());
}

TEST(PunctStackTest, P4_EmptySpaceUnderABridgeIsClosed) {
  const Punct open = GameAt(Rules(), kGap + "b E K5/3; side b");
  const Punct closed = GameAt(Rules(), kGap + "b E K5/3; w E F4/3; side b");
  for (const char* move : {"M E5/5", "L F5/2", "T F5/1", "C F5/1", "K5-F5/2", "K5-H5/2"}) {
    EXPECT_TRUE(IsLegal(open, move)) << move;
    EXPECT_FALSE(IsLegal(closed, move)) << move;
  }
}

TEST(PunctStackTest, P4_ElbowsBridgeLikeStraights) {
  // White dots on F4 and G6, nothing on F5 between them.
  const std::string piers = "w E F2/3; w E G6/5; ";
  EXPECT_TRUE(IsLegal(WhiteToMove(piers + "w L F12/0; "), "F12-F4/3"));
  EXPECT_TRUE(IsLegal(WhiteToMove(piers + "w R G14/0; "), "G14-G6/3"));
  EXPECT_FALSE(IsLegal(WhiteToMove(piers + "w M F12/3; "), "F12-F5/4"));  // PÜNCT over the hole
}

TEST(PunctStackTest, P4_BridgedPunctNeedsOwnColourHoweverDeep) {
  const std::string straight = kDeepGap + "w C F12/0; ";
  EXPECT_FALSE(IsLegal(WhiteToMove(straight), "F12-F5/0"));
  EXPECT_FALSE(IsLegal(WhiteToMove(straight + "b E F5/2; "), "F12-F5/0"));
  Punct game = WhiteToMove(straight + "w M F5/2; ");  // F5 E5 G6
  ASSERT_TRUE(IsLegal(game, "F12-F5/0"));
  PlayMoves(game, "F12-F5/0");
  EXPECT_EQ(TopLevel(Rules(), game, "F5"), 2);
}

TEST(PunctStackTest, P4_BridgedPunctOfAnElbow) {
  // Ends on F4 and G6, the PÜNCT over F5.
  const std::string stacks = "w E F2/3; w C G7/0; w E F2/3; w C G7/0; w M F12/3; ";
  EXPECT_FALSE(IsLegal(WhiteToMove(stacks), "F12-F5/4"));
  EXPECT_FALSE(IsLegal(WhiteToMove(stacks + "b E F5/2; "), "F12-F5/4"));
  EXPECT_TRUE(IsLegal(WhiteToMove(stacks + "w E F5/2; "), "F12-F5/4"));
}

TEST(PunctStackTest, P4_BridgedOwnDotCoveredByAnEnemyIsNoSupport) {
  const std::string stacks =
      "w E F2/3; w E F2/3; w C F3/0; b E F6/3; b E F6/3; b C F7/0; w C F12/0; ";
  const std::string own_in_the_hole = stacks + "w M F5/2; ";
  EXPECT_TRUE(IsLegal(WhiteToMove(own_in_the_hole), "F12-F5/0"));
  const Punct covered = WhiteToMove(own_in_the_hole + "b E D5/2; b E D5/5; ");
  EXPECT_EQ(TopLevel(Rules(), covered, "F5"), 1);
  EXPECT_EQ(TopLevel(Rules(), covered, "F4"), 2);
  EXPECT_FALSE(IsLegal(covered, "F12-F5/0"));
}

TEST(PunctStackTest, P4_BothEndsOnOnePiece) {
  // An elbow over another one rotated by half a turn, with its middle over the empty E5.
  const std::string elbows = "w M F6/0; w L F12/2; ";  // F6 F5 E6
  const Punct game = AfterMove(elbows, "F12-F5/2");    // F5 E5 E6
  EXPECT_EQ(TopLevel(Rules(), game, "E5"), 1);
  EXPECT_EQ(TopLevel(Rules(), game, "F6"), 0);
  EXPECT_TRUE(LegalFrom(game, "F6-").empty());
  EXPECT_FALSE(IsLegal(WhiteToMove("b M F6/0; w L F12/2; "), "F12-F5/2"));
}

TEST(PunctStackTest, P4_CoveredPiecesAreBlocked) {
  // One dot is enough, even of the player's own side.
  Punct game = WhiteToMove(kGap + "w E F12/3; w T B6/0; ");
  EXPECT_FALSE(LegalFrom(game, "F2-").empty());
  PlayMoves(game, "F12-F4/3, N10-N10/1");
  EXPECT_TRUE(LegalFrom(game, "F2-").empty());
  EXPECT_TRUE(LegalFrom(game, "F6-").empty());
  EXPECT_FALSE(LegalFrom(game, "F4-").empty());
  EXPECT_FALSE(LegalFrom(game, "B6-").empty());
  PlayMoves(game, "F4-F12/3, N10-N10/0");
  EXPECT_FALSE(LegalFrom(game, "F2-").empty());
}

TEST(PunctStackTest, P4_EnemyIsBlockedByAMinorDot) {
  Punct game = WhiteToMove("w E F2/3; b E F5/3; w E F12/3; ");
  PlayMoves(game, "F12-F4/3");  // F4 F5 F6
  EXPECT_TRUE(LegalFrom(game, "F5-").empty());
  EXPECT_FALSE(LegalFrom(game, "N10-").empty());
}

TEST(PunctStackTest, P4_PieceUnderABridgeIsBlockedThoughNothingTouchesIt) {
  const std::string pieces = kDeepGap + "w M F5/2; w C F12/0; ";
  const std::string turned = "F5-F5/5";  // a turn of the elbow; a C has no rotation 5
  EXPECT_TRUE(IsLegal(WhiteToMove(pieces), turned));
  const Punct game = AfterMove(pieces, "F12-F5/0");
  EXPECT_TRUE(IsLegal(game, "F5-F12/0"));
  EXPECT_FALSE(IsLegal(game, turned));
}

TEST(PunctStackTest, P4_PieceIsLiftedFirst) {
  const Punct game = WhiteToMove("w E F2/3; w E F12/3; w E F12/3; ");
  EXPECT_TRUE(IsLegal(game, "F2-F3/3"));  // onto two of its own former spaces
  EXPECT_TRUE(IsLegal(game, "F2-F4/0"));  // turned end for end
  EXPECT_TRUE(IsLegal(game, "F2-F4/3"));
  // From level 1: the spaces that it leaves have height 1, those beside it height 0.
  EXPECT_TRUE(IsLegal(game, "F12-F14/0"));
  EXPECT_FALSE(IsLegal(game, "F12-F13/0"));
  EXPECT_FALSE(IsLegal(game, "F12-F12/2"));
}

TEST(PunctStackTest, P4_LiftedPieceIsNoSupportOfItself) {
  Punct game = WhiteToMove("w E F2/3; ");
  PlayMoves(game, "F2-F3/3");
  for (const char* space : {"F3", "F4", "F5"}) EXPECT_EQ(TopLevel(Rules(), game, space), 0);
  EXPECT_EQ(TopLevel(Rules(), game, "F2"), -1);
}

TEST(PunctStackTest, P4_ColourUnderThePunctIsThatWithoutTheLiftedPiece) {
  // White's F4 F5 F6 at level 1: without it F5 and F6 are black.
  const Punct game = WhiteToMove("w E F2/3; b E F5/3; w E F4/3; ");
  EXPECT_FALSE(IsLegal(game, "F4-F6/0"));
  EXPECT_FALSE(IsLegal(game, "F4-F5/0"));
  EXPECT_TRUE(IsLegal(game, "F4-F2/3"));
}

TEST(PunctStackTest, P4_JumpsGoUpAndDownManyLevels) {
  const std::string tower = "w E F2/3; w E F2/3; w C F3/0; w C F3/0; ";
  Punct game = WhiteToMove(tower + "w E F12/3; ");
  EXPECT_EQ(TopLevel(Rules(), game, "F2"), 3);
  PlayMoves(game, "F12-F4/0, N10-N10/1");
  EXPECT_EQ(TopLevel(Rules(), game, "F2"), 4);
  PlayMoves(game, "F4-F12/3");
  EXPECT_EQ(TopLevel(Rules(), game, "F12"), 0);
  EXPECT_EQ(TopLevel(Rules(), game, "F2"), 3);
}

TEST(PunctStackTest, P4_TowersHaveNoLimit) {
  std::string tower;
  for (int i = 0; i < 4; ++i) tower += "w E F2/3; ";
  for (int i = 0; i < 2; ++i) tower += "w C F3/0; ";
  const Punct game = WhiteToMove(tower);
  EXPECT_EQ(TopLevel(Rules(), game, "F3"), 5);
  EXPECT_TRUE(LegalFrom(game, "F2-").empty());
  EXPECT_FALSE(LegalFrom(game, "F3-").empty());
}

}  // namespace
}  // namespace kvintet::reference::punct
