// Tests of the reference Kontranto: board, hidden choices, steps and conquests (K1 to K6).
#include <gtest/gtest.h>

#include <set>

#include "tests/reference/kontranto/kontranto_setup.h"

namespace kvintet::reference::kontranto {
namespace {

std::size_t CountCells(const Options& options, bool (*in_zone)(const Options&, Cell)) {
  std::size_t count = 0;
  for (const Cell cell : AllCells(options)) count += in_zone(options, cell) ? 1 : 0;
  return count;
}

TEST(KontrantoTest, K1_Has35CellsFromA1ToG5) {
  const Cells cells = AllCells({});
  EXPECT_EQ(cells.size(), 35u);
  EXPECT_EQ(CellName(*cells.begin()), "A1");
  EXPECT_EQ(CellName(*cells.rbegin()), "G5");
  for (const Cell cell : cells) EXPECT_EQ(ParseCell(CellName(cell)), cell);
}

TEST(KontrantoTest, K1_ZonesAreNineLightNineDarkAndSeventeenMediumCells) {
  EXPECT_EQ(CountCells({}, IsLight), 9u);
  EXPECT_EQ(CountCells({}, IsDark), 9u);
  EXPECT_EQ(CountCells({}, IsMedium), 17u);
  EXPECT_TRUE(IsLight({}, ParseCell("C4")));
  EXPECT_TRUE(IsDark({}, ParseCell("E2")));
  EXPECT_TRUE(IsMedium({}, ParseCell("D3")));
  EXPECT_TRUE(IsMedium({}, ParseCell("G5")));
}

TEST(KontrantoTest, K1_NeighboursAreTheCellsOfAKingsMove) {
  EXPECT_EQ(CellNames(Neighbours({}, ParseCell("A1"))), "A2 B1 B2");
  EXPECT_EQ(CellNames(Neighbours({}, ParseCell("D5"))), "C4 C5 D4 E4 E5");
  EXPECT_EQ(CellNames(Neighbours({}, ParseCell("D3"))), "C2 C3 C4 D2 D4 E2 E3 E4");
}

// Which seat plays White after these choices of seats 0 and 1.
int WhiteSeat(const std::string& shape0, const std::string& shape1) {
  Kontranto game{Options{}};
  Both(game, shape0, shape1);
  return game.Knowledge(kSpectatorSeat).find("seat 0 is white") != std::string::npos ? 0 : 1;
}

TEST(KontrantoTest, K2_Seat0PlaysWhiteIfTheShapesDiffer) {
  EXPECT_EQ(WhiteSeat("circle", "triangle"), 0);
  EXPECT_EQ(WhiteSeat("triangle", "circle"), 0);
  EXPECT_EQ(WhiteSeat("circle", "circle"), 1);
  EXPECT_EQ(WhiteSeat("triangle", "triangle"), 1);
}

TEST(KontrantoTest, K2_BothChooseAtTheSameTime) {
  const Kontranto game{Options{}};
  EXPECT_EQ(game.Actors(), (std::vector<int>{0, 1}));
  for (const int seat : {0, 1}) EXPECT_EQ(game.LegalMoves(seat), (Texts{"circle", "triangle"}));
}

// Nothing that the other seat or a spectator knows changes when `seat` commits `move`.
void ExpectHidden(const Kontranto& game, int seat, const std::string& move) {
  Kontranto after = game;
  Commit(after, seat, move);
  for (const int other : {1 - seat, kSpectatorSeat}) {
    EXPECT_EQ(after.Knowledge(other), game.Knowledge(other)) << move;
  }
  EXPECT_EQ(after.LegalMoves(1 - seat), game.LegalMoves(1 - seat));
  EXPECT_NE(after.Knowledge(seat), game.Knowledge(seat));
  EXPECT_EQ(after.Actors(), (std::vector<int>{1 - seat}));
}

TEST(KontrantoTest, K3_ACommittedMoveLeavesNoTraceForOthers) {
  ExpectHidden(Kontranto{Options{}}, 0, "circle");
  ExpectHidden(Kontranto{Options{}}, 1, "triangle");
  const Kontranto game = GameAt({"", "c B2"}, {"", "c F4"});
  ExpectHidden(game, 0, "B2-C3");
  ExpectHidden(game, 1, "F4-F4");
}

TEST(KontrantoTest, K3_TwinsRedrawOnlyTheMoveLyingFaceDown) {
  Kontranto game{Options{}};
  Both(game, "circle", "triangle");
  EXPECT_EQ(game.Twin(0, 7), game.History());
  Kontranto pending{Options{}};
  Commit(pending, 0, "circle");
  std::set<std::size_t> lengths;
  std::set<std::string> others;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    EXPECT_EQ(pending.Twin(0, seed), pending.History());
    const std::vector<Event> twin = pending.Twin(1, seed);
    EXPECT_EQ(pending.Twin(kSpectatorSeat, seed), twin);
    lengths.insert(twin.size());
    if (!twin.empty()) others.insert(twin[0].move);
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{0, 1}));
  EXPECT_EQ(others, (std::set<std::string>{"circle", "triangle"}));
}

TEST(KontrantoTest, K4_EachSideKeepsOutOfTheOthersZone) {
  const Cells white = PlacementCells({}, Colour::kWhite);
  const Cells black = PlacementCells({}, Colour::kBlack);
  EXPECT_EQ(white.size(), 26u);
  EXPECT_EQ(black.size(), 26u);
  EXPECT_TRUE(white.contains(ParseCell("B3")) && !black.contains(ParseCell("B3")));
  EXPECT_TRUE(black.contains(ParseCell("F3")) && !white.contains(ParseCell("F3")));
  EXPECT_TRUE(white.contains(ParseCell("G1")) && black.contains(ParseCell("A5")));
}

TEST(KontrantoTest, K4_AClashIsPossibleInTheFirstStep) {
  Kontranto game{Options{}};
  Both(game, "circle", "triangle");
  game.Apply(0, "c A2 D3 t A4 G1");
  game.Apply(1, "c F2 G5 t D3 G1");
  EXPECT_EQ(ScoreText(game), "1 : 1");
  EXPECT_EQ(game.Board().conquered.at(ParseCell("G1")), Colour::kWhite);
  EXPECT_EQ(game.Board().conquered.at(ParseCell("D3")), Colour::kBlack);
  ASSERT_EQ(game.Areas().size(), 1u);
  EXPECT_EQ(game.Areas()[0].cells.size(), 33u);
  EXPECT_EQ(game.Areas()[0].steps, 0);
}

TEST(KontrantoTest, K5_APieceStaysOrMovesToANeighbour) {
  const Kontranto game = GameAt({"", "c A1"}, {"", "c F4"});
  EXPECT_EQ(game.LegalMoves(0), (Texts{"A1-A1", "A1-A2", "A1-B1", "A1-B2"}));
}

TEST(KontrantoTest, K5_ConqueredCellsAreNotAvailable) {
  const Kontranto game = GameAt({"A2", "c A1"}, {"B1", "c F4"});
  EXPECT_EQ(game.LegalMoves(0), (Texts{"A1-A1", "A1-B2"}));
}

TEST(KontrantoTest, K5_NoCellHoldsTwoPiecesOfOneColour) {
  const Kontranto game = GameAt({"", "c A1 t B1"}, {"", "c F4"});
  EXPECT_FALSE(IsLegal(game, 0, "A1-B1 B1-B1"));
  EXPECT_FALSE(IsLegal(game, 0, "A1-A2 B1-A2"));
  EXPECT_EQ(game.LegalMoves(0).size(), 4u * 6u - 4u);  // Both can reach A1, A2, B1 and B2.
}

TEST(KontrantoTest, K5_OwnPiecesMaySwapAndRotate) {
  Kontranto game = GameAt({"", "c A1 C5 t A2 B1"}, {"", "c F4"});
  Both(game, "A1-B1 A2-A1 B1-A2 C5-C4", "F4-F4");
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c B1 C4 t A1 A2");
  Both(game, "A1-B1 A2-A2 B1-A1 C4-C5", "F4-F4");
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c A1 C5 t A2 B1");
}

TEST(KontrantoTest, K5_NothingBlocksADiagonal) {
  const Kontranto game = GameAt({"B1", "c A1 t A2"}, {"", "c F4"});
  EXPECT_TRUE(IsLegal(game, 0, "A1-B2 A2-A2"));
}

TEST(KontrantoTest, K5_OpponentsWhoExchangeCellsDoNotClash) {
  Kontranto game = GameAt({"", "c C3"}, {"", "c D3"});
  Both(game, "C3-D3", "D3-C3");
  EXPECT_EQ(ScoreText(game), "0 : 0");
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c D3");
}

TEST(KontrantoTest, K5_FourPiecesHaveAtMost6561Moves) {
  Options wide;
  wide.columns = 9;
  wide.rows = 7;
  const Kontranto game = GameAt({"", "c B2 B5 t E2 E5"}, {"", "c I7"}, wide);
  EXPECT_EQ(game.LegalMoves(0).size(), 6561u);
}

// The score after a white and a black piece of these shapes have met on C3.
std::string ScoreOfClash(const std::string& white, const std::string& black) {
  Kontranto game = GameAt({"", white + " B3"}, {"", black + " D3"});
  Both(game, "B3-C3", "D3-C3");
  return ScoreText(game);
}

TEST(KontrantoTest, K6_SameShapesAreForWhiteDifferentOnesForBlack) {
  EXPECT_EQ(ScoreOfClash("c", "c"), "1 : 0");
  EXPECT_EQ(ScoreOfClash("t", "t"), "1 : 0");
  EXPECT_EQ(ScoreOfClash("c", "t"), "0 : 1");
  EXPECT_EQ(ScoreOfClash("t", "c"), "0 : 1");
}

TEST(KontrantoTest, K6_BothMustLeaveAndNothingMayEnterAgain) {
  Kontranto game = GameAt({"", "c B3 t B2"}, {"", "c D3"});
  Both(game, "B2-B2 B3-C3", "D3-C3");
  EXPECT_FALSE(IsLegal(game, 0, "B2-B2 C3-C3"));
  EXPECT_FALSE(IsLegal(game, 1, "C3-C3"));
  EXPECT_FALSE(IsLegal(game, 0, "B2-C3 C3-C4"));
  Both(game, "B2-B2 C3-C4", "C3-D3");
  EXPECT_FALSE(IsLegal(game, 0, "B2-B2 C4-C3"));
  EXPECT_FALSE(IsLegal(game, 1, "D3-C3"));
}

TEST(KontrantoTest, K6_NoPieceOnAnUnconqueredCellCanBeGivenUp) {
  for (const std::string& move : GameAt({"", "c A1 B2"}, {"", "c F4"}).LegalMoves(0)) {
    EXPECT_EQ(move.find('x'), std::string::npos) << move;
  }
}

// White's circle on A1 and triangle on C1 must leave, and only B1 is open to both.
Kontranto TwoMustLeaveByOneCell() {
  return GameAt({AllBut("B1 F4 F5 G4 G5"), "c A1 F4 t C1"}, {"", "c A1 t G5"}, Endless());
}

TEST(KontrantoTest, K6_WhenNotAllCanLeaveThePlayerChoosesWho) {
  const Kontranto game = TwoMustLeaveByOneCell();
  EXPECT_EQ(game.LegalMoves(0), (Texts{"A1-B1 C1-x F4-F4", "A1-B1 C1-x F4-F5", "A1-B1 C1-x F4-G4",
                                       "A1-B1 C1-x F4-G5", "A1-x C1-B1 F4-F4", "A1-x C1-B1 F4-F5",
                                       "A1-x C1-B1 F4-G4", "A1-x C1-B1 F4-G5"}));
}

TEST(KontrantoTest, K6_APieceThatCanLeaveIsNotGivenUp) {
  const Kontranto game = TwoMustLeaveByOneCell();
  EXPECT_EQ(game.LegalMoves(1),
            (Texts{"A1-B1 G5-F4", "A1-B1 G5-F5", "A1-B1 G5-G4", "A1-B1 G5-G5"}));
}

TEST(KontrantoTest, K6_AGivenUpPieceIsRemoved) {
  Kontranto game = TwoMustLeaveByOneCell();
  Both(game, "A1-B1 C1-x F4-F5", "A1-B1 G5-G5");
  EXPECT_EQ(PiecesOf(game, Colour::kWhite), "c B1 F5");
  EXPECT_EQ(game.Board().conquered.at(ParseCell("B1")), Colour::kWhite);
}

TEST(KontrantoTest, K6_AComradeThatCanStepAsideMust) {
  const Kontranto game = GameAt({AllBut("B1 C1"), "c A1 t B1"}, {"", "c C1"}, Endless());
  EXPECT_EQ(game.LegalMoves(0), (Texts{"A1-B1 B1-C1"}));
}

TEST(KontrantoTest, K6_AFrozenComradeCannotStepAside) {
  const Kontranto game = GameAt({AllBut("B1 C1 F5 G5"), "c A1 F5 t B1"}, {"", "c G5"}, Endless());
  EXPECT_EQ(game.LegalMoves(0), (Texts{"A1-x F5-F5", "A1-x F5-G5"}));
}

TEST(KontrantoTest, K6_APieceMayLeaveToACellWithoutPlayAndIsFrozenThere) {
  Kontranto game = GameAt({AllBut("B1 F4 F5 G4 G5"), "c A1 F4"}, {"", "c G5"}, Endless());
  EXPECT_EQ(AreaTexts(game), (Texts{"F4 F5 G4 G5"}));
  EXPECT_FALSE(IsLegal(game, 0, "A1-x F4-F5"));
  Both(game, "A1-B1 F4-F5", "G5-G5");
  EXPECT_EQ(game.LegalMoves(0), (Texts{"F5-F4", "F5-F5", "F5-G4", "F5-G5"}));
}

}  // namespace
}  // namespace kvintet::reference::kontranto
