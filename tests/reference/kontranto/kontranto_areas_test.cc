// Tests of the reference Kontranto: play areas and extraordinary steps (K7 to K9).
#include <gtest/gtest.h>

#include "tests/reference/kontranto/kontranto_setup.h"

namespace kvintet::reference::kontranto {
namespace {

TEST(KontrantoAreasTest, K7_AConquestMaySplitAnAreaEachWithItsOwnCount) {
  Kontranto game = GameAt({AllBut("A1 B1 C1 D1 E1"), "c B1"}, {"", "c D1"}, Endless());
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1 C1 D1 E1"}));
  Both(game, "B1-C1", "D1-C1");
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1", "D1 E1"}));
  EXPECT_EQ(game.Areas()[0].steps, 0);
  EXPECT_EQ(game.Areas()[1].steps, 0);
}

TEST(KontrantoAreasTest, K7_AreasOnlyOneSideCanReachAreNone) {
  Kontranto game = GameAt({AllBut("A1 B1 C1 D1 E1"), "c B1"}, {"", "c D1"}, Endless());
  Both(game, "B1-C1", "D1-C1");
  Both(game, "C1-B1", "C1-D1");
  EXPECT_TRUE(game.Areas().empty());
  EXPECT_EQ(EndText(game), "no_clash 1 -1");
}

TEST(KontrantoAreasTest, K7_DiagonalNeighboursAreConnected) {
  const Kontranto game = GameAt({AllBut("A4 B5 C4"), "c A4"}, {"", "c C4"}, Endless());
  EXPECT_EQ(AreaTexts(game), (Texts{"A4 B5 C4"}));
}

// White on A1 and Black on B1 of the line A1 B1 C1, with all other cells conquered.
Kontranto Line() { return GameAt({AllBut("A1 B1 C1"), "c A1"}, {"", "c B1"}, Endless()); }

TEST(KontrantoAreasTest, K8a_DueAfterAsManyStepsAsTheAreaHasCells) {
  Kontranto game = Line();
  Both(game, "A1-A1", "B1-C1");
  Both(game, "A1-B1", "C1-C1");
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1 C1"}));
  EXPECT_EQ(game.Areas()[0].steps, 2);
  Both(game, "B1-C1", "C1-B1");
  EXPECT_EQ(game.Areas()[0].situations.size(), 4u);
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1 C1 due"}));
}

TEST(KontrantoAreasTest, K8b_AllStayingPutIsARepetitionAtOnce) {
  Kontranto game = Line();
  Both(game, "A1-A1", "B1-B1");
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1 C1 due"}));
}

TEST(KontrantoAreasTest, K8b_AnyEarlierSituationCounts) {
  Kontranto game = Line();
  Both(game, "A1-A1", "B1-C1");
  Both(game, "A1-A1", "C1-B1");
  EXPECT_EQ(AreaTexts(game), (Texts{"A1 B1 C1 due"}));
}

TEST(KontrantoAreasTest, K8b_PiecesOfOneColourAndShapeAreNotToldApart) {
  Kontranto same = GameAt({"", "c B2 B3"}, {"", "c F4"});
  Both(same, "B2-B3 B3-B2", "F4-F4");
  EXPECT_TRUE(same.Areas()[0].due);
  Kontranto different = GameAt({"", "c B2 t B3"}, {"", "c F4"});
  Both(different, "B2-B3 B3-B2", "F4-F4");
  EXPECT_FALSE(different.Areas()[0].due);
}

TEST(KontrantoAreasTest, K8_AnAreaThatLosesACellStartsAnew) {
  Kontranto game = GameAt({"", "c B3 t A1"}, {"", "c D3 t G5"});
  Both(game, "A1-A2 B3-B3", "D3-D3 G5-G5");
  EXPECT_EQ(game.Areas()[0].steps, 1);
  Both(game, "A2-A1 B3-C3", "D3-C3 G5-G5");
  EXPECT_EQ(game.Areas()[0].cells.size(), 34u);
  EXPECT_EQ(game.Areas()[0].steps, 0);
  EXPECT_EQ(game.Areas()[0].situations.size(), 1u);
}

TEST(KontrantoAreasTest, K8_ASituationIsThePiecesOnTheAreasOwnCells) {
  Kontranto game = GameAt({"", "c B3 t A1"}, {"", "c D3 t G5"});
  Both(game, "A1-A1 B3-C3", "D3-C3 G5-G5");
  EXPECT_EQ(*game.Areas()[0].situations.begin(), "white t A1 black t G5 ");
}

// What an extraordinary step of a white circle on B2 and a black piece on F4 conquers, such as
// `B2 white`.
std::string Conquered(const std::string& black_shape, const std::string& white,
                      const std::string& black) {
  Kontranto game = GameAt({"", "c B2"}, {"", black_shape + " F4"});
  Both(game, "B2-B2", "F4-F4");
  Both(game, "B2-" + white, "F4-" + black);
  if (game.Board().conquered.size() != 1) return "not one cell";
  const auto& [cell, owner] = *game.Board().conquered.begin();
  return CellName(cell) + " " + ColourName(owner);
}

TEST(KontrantoAreasTest, K9_ExactlyOneMovesAndTheClashIsWhereTheOtherStands) {
  EXPECT_EQ(Conquered("c", "B2", "B2"), "B2 white");
  EXPECT_EQ(Conquered("c", "F4", "F4"), "F4 white");
  EXPECT_EQ(Conquered("t", "B2", "B2"), "B2 black");
  EXPECT_EQ(Conquered("t", "F4", "F4"), "F4 black");
}

TEST(KontrantoAreasTest, K9_WithoutAClashTheSideThatEscapedConquersItsPiecesCell) {
  EXPECT_EQ(Conquered("c", "B2", "F4"), "F4 black");
  EXPECT_EQ(Conquered("c", "F4", "B2"), "B2 black");
  EXPECT_EQ(Conquered("t", "B2", "F4"), "B2 white");
  EXPECT_EQ(Conquered("t", "F4", "B2"), "F4 white");
}

TEST(KontrantoAreasTest, K9_OnlyThePieceOnTheNewlyConqueredCellMustLeave) {
  Kontranto game = GameAt({"", "c B2"}, {"", "c F4"});
  Both(game, "B2-B2", "F4-F4");
  Both(game, "B2-B2", "F4-F4");
  EXPECT_TRUE(IsLegal(game, 0, "B2-B2"));
  EXPECT_FALSE(IsLegal(game, 1, "F4-F4"));
  EXPECT_TRUE(IsLegal(game, 1, "F4-G5"));
}

// The area of the whole board is due; White has two pieces in it and Black one.
Kontranto WhiteChooses() {
  Kontranto game = GameAt({"", "c B2 t C3"}, {"", "c F4"});
  Both(game, "B2-B2 C3-C3", "F4-F4");
  return game;
}

TEST(KontrantoAreasTest, K9_IfOnlyOneSideHasAChoiceOnlyThatSeatActs) {
  Kontranto game = WhiteChooses();
  EXPECT_EQ(game.Actors(), (std::vector<int>{0}));
  EXPECT_EQ(game.LegalMoves(0), (Texts{"!B2", "!C3"}));
  Commit(game, 0, "!C3");
  EXPECT_EQ(game.LegalMoves(1), (Texts{"F4-C3", "F4-F4"}));
}

TEST(KontrantoAreasTest, K9_TheChoiceAdvancesNoCounter) {
  Kontranto game = WhiteChooses();
  EXPECT_EQ(game.Areas()[0].steps, 1);
  Commit(game, 0, "!C3");
  EXPECT_EQ(game.Areas()[0].steps, 1);
}

TEST(KontrantoAreasTest, K9_PiecesNotChosenMayNotEnterACellThatIsLeft) {
  Kontranto game = WhiteChooses();
  Commit(game, 0, "!C3");
  EXPECT_TRUE(IsLegal(game, 0, "B2-B3 C3-F4"));
  EXPECT_FALSE(IsLegal(game, 0, "B2-C3 C3-F4"));
}

TEST(KontrantoAreasTest, K9_PiecesNotChosenClashAsInAnyStep) {
  Kontranto game = GameAt({"", "c B2 B3"}, {"", "c F4 t D3"});
  Both(game, "B2-B2 B3-B3", "D3-D3 F4-F4");
  Both(game, "!B2", "!F4");
  Both(game, "B2-B2 B3-C3", "D3-C3 F4-B2");
  EXPECT_EQ(ScoreText(game), "1 : 1");
  EXPECT_EQ(game.Board().conquered.at(ParseCell("C3")), Colour::kBlack);
}

// Two areas of four cells are due at once. White can choose in both, Black in the left one only.
Kontranto TwoAreasDue() {
  Kontranto game = GameAt({AllBut("A4 A5 B4 B5 F1 F2 G1 G2"), "c A4 F1 t A5 F2"},
                          {"", "c B4 G1 t B5"}, Endless());
  Both(game, "A4-A4 A5-A5 F1-F1 F2-F2", "B4-B4 B5-B5 G1-G1");
  return game;
}

TEST(KontrantoAreasTest, K9_SeveralAreasAreChosenForInOneCommitment) {
  const Kontranto game = TwoAreasDue();
  EXPECT_EQ(AreaTexts(game), (Texts{"A4 A5 B4 B5 due", "F1 F2 G1 G2 due"}));
  EXPECT_EQ(game.LegalMoves(0), (Texts{"!A4 !F1", "!A4 !F2", "!A5 !F1", "!A5 !F2"}));
  EXPECT_EQ(game.LegalMoves(1), (Texts{"!B4", "!B5"}));
}

TEST(KontrantoAreasTest, K9_EachAreaHasItsOwnPair) {
  Kontranto game = TwoAreasDue();
  Both(game, "!A5 !F1", "!B4");
  EXPECT_EQ(
      game.LegalMoves(1),
      (Texts{"B4-A5 B5-A4 G1-F1", "B4-A5 B5-A4 G1-G1", "B4-A5 B5-B5 G1-F1", "B4-A5 B5-B5 G1-G1",
             "B4-B4 B5-A4 G1-F1", "B4-B4 B5-A4 G1-G1", "B4-B4 B5-B5 G1-F1", "B4-B4 B5-B5 G1-G1"}));
  Both(game, "A4-A4 A5-B4 F1-F1 F2-G2", "B4-B4 B5-B5 G1-F1");
  EXPECT_EQ(game.Board().conquered.at(ParseCell("B4")), Colour::kBlack);
  EXPECT_EQ(game.Board().conquered.at(ParseCell("F1")), Colour::kWhite);
}

TEST(KontrantoAreasTest, K9_AChoiceOfPiecesIsHidden) {
  const Kontranto game = TwoAreasDue();
  Kontranto after = game;
  Commit(after, 0, "!A5 !F1");
  EXPECT_EQ(after.Actors(), (std::vector<int>{1}));
  EXPECT_EQ(after.Knowledge(1), game.Knowledge(1));
  EXPECT_EQ(after.Knowledge(kSpectatorSeat), game.Knowledge(kSpectatorSeat));
  EXPECT_NE(after.Knowledge(0), game.Knowledge(0));
}

}  // namespace
}  // namespace kvintet::reference::kontranto
