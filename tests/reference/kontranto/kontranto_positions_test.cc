// Tests of the reference Kontranto: the seven positions of the illustrated rules, step by step.
#include <gtest/gtest.h>

#include "tests/reference/kontranto/kontranto_setup.h"

namespace kvintet::reference::kontranto {
namespace {

const std::string kFirstWhite = "c C3 C4 t C5 F5";
const std::string kFirstBlack = "c D2 E3 t C1 D4";

// Before the first step; seat 0 plays White.
Kontranto Start() {
  Kontranto game{Options{}};
  Both(game, "circle", "triangle");
  return game;
}

Kontranto FirstPosition() {
  Kontranto game = Start();
  game.Apply(0, kFirstWhite);
  game.Apply(1, kFirstBlack);
  return game;
}

TEST(KontrantoPositionsTest, Position1_K4_ItsFirstStepsAreAmong89700) {
  const Kontranto game = Start();
  for (const auto& [seat, move] : {std::pair{0, kFirstWhite}, std::pair{1, kFirstBlack}}) {
    const Texts legal = game.LegalMoves(seat);
    EXPECT_EQ(legal.size(), 89700u);
    EXPECT_TRUE(std::binary_search(legal.begin(), legal.end(), move)) << move;
    EXPECT_TRUE(std::is_sorted(legal.begin(), legal.end()));
    EXPECT_EQ(std::adjacent_find(legal.begin(), legal.end()), legal.end());
  }
}

TEST(KontrantoPositionsTest, Position1_K4_FirstStepPlacesAllPiecesWithoutClash) {
  const Kontranto game = FirstPosition();
  EXPECT_EQ(ScoreText(game), "0 : 0");
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c C3 C4 t C5 F5");
  EXPECT_EQ(PiecesOf(game, Colour::kBlack), "c D2 E3 t C1 D4");
}

TEST(KontrantoPositionsTest, Position1_K8_FirstAreaIsTheWholeBoardWithCounter0) {
  const Kontranto game = FirstPosition();
  ASSERT_EQ(game.Areas().size(), 1u);
  EXPECT_EQ(game.Areas()[0].cells.size(), 35u);
  EXPECT_EQ(game.Areas()[0].steps, 0);
  EXPECT_EQ(game.Areas()[0].situations.size(), 1u);
}

Kontranto SecondPosition() {
  Kontranto game = FirstPosition();
  Both(game, "C3-D3 C4-D5 C5-C4 F5-E4", "C1-D2 D2-E2 D4-C4 E3-E3");
  return game;
}

TEST(KontrantoPositionsTest, Position2_K6_SameShapesOnC4AreAPointForWhite) {
  const Kontranto game = SecondPosition();
  EXPECT_EQ(ScoreText(game), "1 : 0");
  EXPECT_EQ(game.Board().conquered, (std::map<Cell, Colour>{{ParseCell("C4"), Colour::kWhite}}));
}

TEST(KontrantoPositionsTest, Position2_K5_APieceMayEnterACellItsComradeLeaves) {
  const Kontranto game = SecondPosition();
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c D3 D5 t C4 E4");
  EXPECT_EQ(PiecesOf(game, Colour::kBlack), "c E2 E3 t C4 D2");
}

TEST(KontrantoPositionsTest, Position2_K6_StayingOnTheConqueredCellIsRefused) {
  const Kontranto game = SecondPosition();
  EXPECT_FALSE(IsLegal(game, 1, "C4-C4 D2-D2 E2-E2 E3-E3"));
  EXPECT_FALSE(IsLegal(game, 1, "C4-x D2-D2 E2-E2 E3-E3"));
  EXPECT_TRUE(IsLegal(game, 1, "C4-B5 D2-D2 E2-E2 E3-E3"));
}

// Position 3, one step before it: White's lower triangle comes to C1 and all others stay.
Kontranto ThirdPosition() {
  Kontranto game = GameAt({"A3 B3 C3 D3", "c B4 D5 t A2 D1"}, {"C5 C4 B2 B1", "c C2 E2 t A4 E3"});
  Both(game, "B4-B4 D1-C1 D5-D5", "A4-A4 C2-C2 E2-E2 E3-E3");
  return game;
}

TEST(KontrantoPositionsTest, Position3_K7_AreasAreWhereBothSidesHavePieces) {
  EXPECT_EQ(
      AreaTexts(ThirdPosition()),
      (Texts{"A4 A5 B4 B5 due", "C1 C2 D1 D2 D4 D5 E1 E2 E3 E4 E5 F1 F2 F3 F4 F5 G1 G2 G3 G4 G5"}));
}

TEST(KontrantoPositionsTest, Position3_K9_ParticipantsAreForcedSoNobodyChooses) {
  const Kontranto game = ThirdPosition();
  EXPECT_EQ(game.Actors(), (std::vector<int>{0, 1}));
  EXPECT_TRUE(IsLegal(game, 0, "B4-B4 C1-C1 D5-D5"));
  EXPECT_TRUE(IsLegal(game, 0, "B4-A4 C1-C1 D5-D5"));
  EXPECT_FALSE(IsLegal(game, 0, "B4-A5 C1-C1 D5-D5"));
  EXPECT_TRUE(IsLegal(game, 1, "A4-B4 C2-C2 E2-E2 E3-E3"));
  EXPECT_FALSE(IsLegal(game, 1, "A4-B5 C2-C2 E2-E2 E3-E3"));
}

TEST(KontrantoPositionsTest, Position3_K6_ThePieceOnA2IsFrozen) {
  const Kontranto game = ThirdPosition();
  EXPECT_FALSE(IsLegal(game, 0, "A2-A2 B4-B4 C1-C1 D5-D5"));
  EXPECT_FALSE(IsLegal(game, 0, "A2-A1 B4-B4 C1-C1 D5-D5"));
}

TEST(KontrantoPositionsTest, Position3_K9_ThreeClashesInOneStepAllCountForBlack) {
  Kontranto game = ThirdPosition();
  EXPECT_EQ(ScoreText(game), "4 : 4");
  Both(game, "B4-B4 C1-D1 D5-E4", "A4-B4 C2-D1 E2-E2 E3-E4");
  EXPECT_EQ(ScoreText(game), "4 : 7");
  for (const std::string cell : {"B4", "D1", "E4"}) {
    EXPECT_EQ(game.Board().conquered.at(ParseCell(cell)), Colour::kBlack) << cell;
  }
}

// Position 4, one step before it: the clash on A5, while Black's triangle comes to G5.
Kontranto BeforeFourthPosition() {
  Kontranto game =
      GameAt({"A3 B3 C3 D3", "c B5 F4 t A2 E3"}, {"B4 C5 C4 B2 B1 D2 D1 E4 F5", "c E1 E2 t A4 G4"});
  Both(game, "B5-A5 E3-E3 F4-F4", "A4-A5 E1-E1 E2-E2 G4-G5");
  return game;
}

Kontranto FourthPosition() {
  Kontranto game = BeforeFourthPosition();
  Both(game, "A5-B5 E3-E3 F4-F4", "A5-A4 E1-E1 E2-E2 G5-G5");
  return game;
}

const std::string kRightArea = "D4 D5 E1 E2 E3 E5 F1 F2 F3 F4 G1 G2 G3 G4 G5";

TEST(KontrantoPositionsTest, Position4_K7_CellsThatTouchByACornerAreOneArea) {
  EXPECT_EQ(ScoreText(BeforeFourthPosition()), "4 : 10");
  EXPECT_EQ(AreaTexts(BeforeFourthPosition()), (Texts{"A4 B5", kRightArea}));
}

TEST(KontrantoPositionsTest, Position4_K8_ASituationLeavesOutPiecesOnTheConqueredCellBeside) {
  const Kontranto game = BeforeFourthPosition();
  EXPECT_EQ(*game.Areas()[0].situations.begin(), "white  black  ");
}

TEST(KontrantoPositionsTest, Position4_K8_AClashInOneAreaDoesNotResetAnother) {
  const Kontranto game = FourthPosition();
  EXPECT_EQ(AreaTexts(game), (Texts{"A4 B5", kRightArea + " due"}));
  EXPECT_EQ(game.Areas()[0].steps, 1);
  EXPECT_EQ(game.Areas()[1].steps, 2);
}

TEST(KontrantoPositionsTest, Position4_K9_EachSideChoosesAmongItsPiecesInTheArea) {
  const Kontranto game = FourthPosition();
  EXPECT_EQ(game.LegalMoves(0), (Texts{"!E3", "!F4"}));
  EXPECT_EQ(game.LegalMoves(1), (Texts{"!E1", "!E2", "!G5"}));
}

Kontranto FifthPosition() {
  Kontranto game = FourthPosition();
  Both(game, "!F4", "!E2");
  return game;
}

TEST(KontrantoPositionsTest, Position5_K9_TheJumpMayBeOfAnyLength) {
  Kontranto game = FifthPosition();
  EXPECT_TRUE(IsLegal(game, 1, "A4-A4 E1-E1 E2-F4 G5-G5"));
  Both(game, "B5-B5 E3-E3 F4-E2", "A4-A4 E1-E1 E2-E2 G5-G5");
  EXPECT_EQ(ScoreText(game), "5 : 10");
  EXPECT_EQ(game.Board().conquered.at(ParseCell("E2")), Colour::kWhite);
}

TEST(KontrantoPositionsTest, Position5_K9_TheChosenPiecesHaveNoOtherMove) {
  const Kontranto game = FifthPosition();
  EXPECT_FALSE(IsLegal(game, 0, "B5-B5 E3-E3 F4-F3"));
  EXPECT_FALSE(IsLegal(game, 1, "A4-A4 E1-E1 E2-E3 G5-G5"));
}

TEST(KontrantoPositionsTest, Position5_K9_OthersMayNotEnterTheAffectedCells) {
  const Kontranto game = FifthPosition();
  EXPECT_FALSE(IsLegal(game, 0, "B5-B5 E3-F4 F4-E2"));
  EXPECT_FALSE(IsLegal(game, 0, "B5-B5 E3-E2 F4-F4"));
  EXPECT_FALSE(IsLegal(game, 1, "A4-A4 E1-E2 E2-F4 G5-G5"));
  EXPECT_FALSE(IsLegal(game, 1, "A4-A4 E1-E1 E2-E2 G5-F4"));
  EXPECT_TRUE(IsLegal(game, 1, "A4-A4 E1-F2 E2-E2 G5-G4"));
}

Kontranto SixthPosition() {
  return GameAt({"B5 A3 B3 C3 D3 F4 G4 E2 F2 G2 F1", "c F1 t A1 G5"},
                {"A5 C5 F5 A4 B4 C4 E4 B2 D2 B1 D1", "c E3 F1 t E5"});
}

TEST(KontrantoPositionsTest, Position6_K7_APieceBesideSeveralSetsCountsForEach) {
  EXPECT_EQ(AreaTexts(SixthPosition()), (Texts{"E1", "G1"}));
}

TEST(KontrantoPositionsTest, Position6_K6_OnlyTheCirclesOnF1MayAct) {
  EXPECT_EQ(ScoreText(SixthPosition()), "11 : 11");
  EXPECT_EQ(SixthPosition().LegalMoves(0), (Texts{"F1-E1", "F1-G1"}));
  EXPECT_EQ(SixthPosition().LegalMoves(1), (Texts{"F1-E1", "F1-G1"}));
}

TEST(KontrantoPositionsTest, Position6_K10_ALastClashDecides) {
  Kontranto game = SixthPosition();
  Both(game, "F1-G1", "F1-G1");
  EXPECT_EQ(EndText(game), "no_clash 1 -1");
  EXPECT_EQ(game.Margin(), (std::array<int, 2>{12, 11}));
}

Kontranto FinalTwoStep() {
  Kontranto game = SixthPosition();
  Both(game, "F1-E1", "F1-G1");
  return game;
}

TEST(KontrantoPositionsTest, Position6_K11_LevelWithNoClashPossibleIsTheFinalTwoStep) {
  const Kontranto game = FinalTwoStep();
  EXPECT_EQ(ScoreText(game), "11 : 11");
  for (const int seat : {0, 1}) EXPECT_EQ(game.LegalMoves(seat), (Texts{"circle", "triangle"}));
}

// The end after two circles and these second steps.
std::string EndOfCircles(const std::string& white, const std::string& black) {
  Kontranto game = FinalTwoStep();
  Both(game, "circle", "circle");
  Both(game, white, black);
  EXPECT_EQ(game.Margin(), (std::array<int, 2>{11, 11}));
  return EndText(game);
}

TEST(KontrantoPositionsTest, Position7_K11_TwoCirclesClashForWhite) {
  EXPECT_EQ(EndOfCircles("stay", "go"), "two_step 1 -1");
  EXPECT_EQ(EndOfCircles("go", "stay"), "two_step 1 -1");
}

TEST(KontrantoPositionsTest, Position7_K11_TwoCirclesWithoutClashAreForBlack) {
  EXPECT_EQ(EndOfCircles("stay", "stay"), "two_step -1 1");
  EXPECT_EQ(EndOfCircles("go", "go"), "two_step -1 1");
}

}  // namespace
}  // namespace kvintet::reference::kontranto
