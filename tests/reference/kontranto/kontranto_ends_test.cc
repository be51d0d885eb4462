// Tests of the reference Kontranto: ends, results and options (K10 to K12, K15).
#include <gtest/gtest.h>

#include "tests/reference/kontranto/kontranto_setup.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::reference::kontranto {
namespace {

using Margins = std::array<int, 2>;

const std::string kSeventeen = "C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5 F1 F2";

// Only A1 is left, and seventeen cells are Black's; both circles stand on B1 and move there.
Kontranto LastCell() {
  Kontranto game = GameAt({AllBut("A1"), "c B1"}, {kSeventeen, "c B1"});
  Both(game, "B1-A1", "B1-A1");
  return game;
}

TEST(KontrantoEndsTest, K10_EighteenCellsWinAndComeBeforeNoClash) {
  const Kontranto game = LastCell();
  EXPECT_EQ(game.Margin(), (Margins{18, 17}));
  EXPECT_EQ(EndText(game), "eighteen 1 -1");
}

TEST(KontrantoEndsTest, K10_SeventeenCellsAreNotEnough) {
  const Kontranto game = GameAt({"", "c A1"}, {kSeventeen, "c B1"});
  EXPECT_EQ(EndText(game), "going on");
}

TEST(KontrantoEndsTest, K10_WhenNoClashIsPossibleMoreCellsWin) {
  const Kontranto game = GameAt({AllBut("A1 G5"), "c A1"}, {kSeventeen, "c G5"});
  EXPECT_EQ(game.Margin(), (Margins{16, 17}));
  EXPECT_EQ(EndText(game), "no_clash -1 1");
}

TEST(KontrantoEndsTest, K10_IsTestedAfterTheFirstStepToo) {
  Options options;
  options.target = 1;
  options.colour_choice = false;
  Kontranto game(options);
  game.Apply(0, "c A2 D3 t A4 B1");
  game.Apply(1, "c D3 F2 t F4 G4");
  EXPECT_EQ(EndText(game), "eighteen 1 -1");
}

TEST(KontrantoEndsTest, K10_PiecesAboutToLeaveAConqueredCellCanStillClash) {
  Options options;
  options.target = 35;
  Kontranto game = GameAt({AllBut("A1 B1 C1"), "c A1"}, {"", "c B1"}, options);
  Both(game, "A1-B1", "B1-B1");
  EXPECT_EQ(AreaTexts(game), (Texts{"A1", "C1"}));
  EXPECT_EQ(EndText(game), "going on");
}

// A position in which no clash is possible and the score is tied.
Kontranto Level() { return GameAt({AllBut("A1"), "c A1"}, {kSeventeen, ""}); }

// The end of the final two-step of seat 0 (White) and seat 1 (Black): `ct` = circle and triangle,
// `sg` = stay and go.
std::string EndOfTwoStep(const std::string& shapes, const std::string& moves) {
  Kontranto game = Level();
  const std::map<char, std::string> names = {
      {'c', "circle"}, {'t', "triangle"}, {'s', "stay"}, {'g', "go"}};
  Both(game, names.at(shapes[0]), names.at(shapes[1]));
  Both(game, names.at(moves[0]), names.at(moves[1]));
  EXPECT_EQ(game.Margin(), (Margins{17, 17}));
  return EndText(game);
}

TEST(KontrantoEndsTest, K11_AClashIsForTheSideItFavours) {
  for (const std::string moves : {"sg", "gs"}) {
    for (const std::string same : {"cc", "tt"}) {
      EXPECT_EQ(EndOfTwoStep(same, moves), "two_step 1 -1") << same << moves;
    }
    for (const std::string different : {"ct", "tc"}) {
      EXPECT_EQ(EndOfTwoStep(different, moves), "two_step -1 1") << different << moves;
    }
  }
}

TEST(KontrantoEndsTest, K11_WithoutAClashTheSideThatEscapedWins) {
  for (const std::string moves : {"ss", "gg"}) {
    for (const std::string same : {"cc", "tt"}) {
      EXPECT_EQ(EndOfTwoStep(same, moves), "two_step -1 1") << same << moves;
    }
    for (const std::string different : {"ct", "tc"}) {
      EXPECT_EQ(EndOfTwoStep(different, moves), "two_step 1 -1") << different << moves;
    }
  }
}

// The shapes that White and Black may show, if `white` and `black` remain of sets with the shapes
// `set`.
std::array<Texts, 2> Shown(bool remaining, const std::string& set, const std::string& white,
                           const std::string& black) {
  Options options;
  options.white = options.black = set;
  options.two_step_remaining = remaining;
  const Kontranto game = GameAt({AllBut("A1"), white}, {kSeventeen, black}, options);
  return {game.LegalMoves(0), game.LegalMoves(1)};
}

TEST(KontrantoEndsTest, K11_OnOfferAreTheShapesOfTheSet) {
  const Texts both = {"circle", "triangle"};
  const Texts circle = {"circle"};
  EXPECT_EQ(Shown(false, "cctt", "c A1", ""), (std::array{both, both}));
  EXPECT_EQ(Shown(false, "cc", "c A1", ""), (std::array{circle, circle}));
}

TEST(KontrantoEndsTest, K11_OrOfThePiecesThatRemain) {
  const Texts both = {"circle", "triangle"};
  const Texts circle = {"circle"};
  EXPECT_EQ(Shown(true, "cctt", "c A1", "c F5 t G5"), (std::array{circle, both}));
  EXPECT_EQ(Shown(true, "cctt", "c A1 t C4", "c G5"), (std::array{both, circle}));
}

TEST(KontrantoEndsTest, K11_BothStepsAreHidden) {
  Kontranto game = Level();
  for (const std::string move : {"circle", "stay"}) {
    const std::string before = game.Knowledge(1);
    Commit(game, 0, move);
    EXPECT_EQ(game.Knowledge(1), before);
    Commit(game, 1, move);
  }
  EXPECT_EQ(EndText(game), "two_step -1 1");
}

TEST(KontrantoEndsTest, K12_ResultAndMarginAreBySeat) {
  Options options;
  options.target = 1;
  Kontranto game(options);
  Both(game, "circle", "circle");
  game.Apply(1, "c A2 D3 t A4 B1");
  game.Apply(0, "c D3 F2 t F4 G4");
  EXPECT_EQ(EndText(game), "eighteen -1 1");
  EXPECT_EQ(game.Margin(), (Margins{0, 1}));
}

// Three pairs of pieces about to meet on C1, C3 and C5.
Kontranto ThreePairs(const std::string& white, const std::string& black) {
  Options options;
  options.target = 1;
  return GameAt({"", white}, {"", black}, options);
}

TEST(KontrantoEndsTest, K15_IfBothReachALowTargetMoreCellsWin) {
  Kontranto game = ThreePairs("c B1 B3 B5", "c D1 D3 t D5");
  Both(game, "B1-C1 B3-C3 B5-C5", "D1-C1 D3-C3 D5-C5");
  EXPECT_EQ(EndText(game), "eighteen 1 -1");
  EXPECT_EQ(game.Margin(), (Margins{2, 1}));
}

TEST(KontrantoEndsTest, K15_IfBothReachALowTargetLevelTheFinalTwoStepDecides) {
  Kontranto game = ThreePairs("c B1 B3", "c D1 t D3");
  Both(game, "B1-C1 B3-C3", "D1-C1 D3-C3");
  Both(game, "circle", "triangle");
  Both(game, "stay", "stay");
  EXPECT_EQ(EndText(game), "two_step 1 -1");
  EXPECT_EQ(game.Margin(), (Margins{1, 1}));
}

TEST(KontrantoEndsTest, K15_RooksMoveStraightAndAreasAreConnectedStraight) {
  Options rook;
  rook.rook = true;
  rook.target = 35;
  EXPECT_EQ(GameAt({"", "c B2"}, {"", "c F4"}, rook).LegalMoves(0),
            (Texts{"B2-A2", "B2-B1", "B2-B2", "B2-B3", "B2-C2"}));
  const Kontranto game = GameAt({AllBut("A4 B5 F1 G1"), "c A4 F1"}, {"", "c B5 G1"}, rook);
  EXPECT_EQ(AreaTexts(game), (Texts{"F1 G1"}));
}

TEST(KontrantoEndsTest, K15_ZonesOfOtherBoards) {
  Options even;
  even.columns = 6;
  even.rows = 4;
  EXPECT_EQ(CellNames(PlacementCells(even, Colour::kWhite)),
            "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4 E1 E4 F1 F4");
  EXPECT_EQ(CellNames(PlacementCells(even, Colour::kBlack)),
            "A1 A4 B1 B4 C1 C2 C3 C4 D1 D2 D3 D4 E1 E2 E3 E4 F1 F2 F3 F4");
  even.zones = false;
  EXPECT_EQ(PlacementCells(even, Colour::kBlack).size(), 24u);
}

TEST(KontrantoEndsTest, K15_PiecesOfEachSide) {
  const auto game = MakeReference("kontranto{black=t,board=3x2,colour_choice=false,white=tct}");
  EXPECT_EQ(game->LegalMoves(0).size(), 6u * 10u);
  EXPECT_EQ(game->LegalMoves(0)[0], "c A1 t A2 B1");
  EXPECT_EQ(game->LegalMoves(1), (Texts{"t A1", "t A2", "t B1", "t B2", "t C1", "t C2"}));
}

// The end of a game on six cells in which a first step makes three clashes for White.
std::string EndOfSixCells(const std::string& more_options) {
  const auto game = MakeReference("kontranto{board=3x2,colour_choice=false,white=ccc,black=ccc" +
                                  more_options + "}");
  Both(*game, "c A1 A2 B1", "c A1 A2 B1");
  return EndText(*game);
}

TEST(KontrantoEndsTest, K15_TheDefaultTargetIsHalfTheCells) {
  EXPECT_EQ(EndOfSixCells(""), "eighteen 1 -1");
  EXPECT_EQ(EndOfSixCells(",target=3"), "eighteen 1 -1");
  EXPECT_EQ(EndOfSixCells(",target=4"), "going on");
}

TEST(KontrantoEndsTest, K15_OptionsAreRead) {
  const auto standard = MakeReference("kontranto");
  ASSERT_NE(standard, nullptr);
  EXPECT_EQ(standard->LegalMoves(0), (Texts{"circle", "triangle"}));
  EXPECT_NE(MakeReference("kontranto{black=cctt,board=7x5,colour_choice=true,moves=king,target=18,"
                          "two_step_pieces=remaining,white=cctt,zones=standard}"),
            nullptr);
  EXPECT_NE(MakeReference("kontranto{board=9x7,target=63}"), nullptr);
}

TEST(KontrantoEndsTest, K15_WrongOptionsAreRefused) {
  for (const std::string options :
       {"board=10x5", "board=2x5", "board=7x1", "board=7x8", "board=7", "board=x",
        "white=", "white=ccttccc", "black=cs", "zones=some", "target=0", "target=36", "moves=queen",
        "colour_choice=yes", "two_step_pieces=none", "colours=true"}) {
    EXPECT_EQ(MakeReference("kontranto{" + options + "}"), nullptr) << options;
  }
}

}  // namespace
}  // namespace kvintet::reference::kontranto
