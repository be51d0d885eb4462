// Tests of Kontranto, by clause of the README.md in this folder.
#include "envs/games/kontranto/kontranto.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "envs/games/kontranto/situation.h"
#include "envs/games/kontranto/table.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::kontranto {
namespace {

using Names = std::vector<std::string>;

std::string Shown(const Table& table, Actor actor, Action action, Seat seat) {
  std::array<std::byte, 64> bytes = {};
  const int size = table.rules.Visible(table.p, actor, action, seat, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(size)};
}

bool SameView(const Kontranto::View& a, const Kontranto::View& b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0;
}

// Both sides leave every piece where it is, if allowed.
Table& Stay(Table* table) {
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const SideMoves moves = table->rules.MovesOf(table->p, table->rules.ColourOf(table->p, seat));
    std::string text;
    for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
      const std::string cell = table->rules.Board().Name(moves.cells[i]);
      text += (i == 0 ? "" : " ") + cell + "-" + cell;
    }
    table->Move(seat, text);
  }
  return *table;
}

TEST(KontrantoTest, K1_CellsZonesAndNeighbours) {
  const Table table;
  const Grid& grid = table.rules.Board();
  EXPECT_EQ(grid.NumCells(), 35);
  EXPECT_EQ(grid.Names(grid.All() & ~table.rules.Zone(table.p, kBlack)),
            "A2 A3 A4 B2 B3 B4 C2 C3 C4");
  EXPECT_EQ(grid.Names(grid.All() & ~table.rules.Zone(table.p, kWhite)),
            "E2 E3 E4 F2 F3 F4 G2 G3 G4");
  EXPECT_EQ(grid.Names(grid.Neighbours(grid.Parse("D3"))), "C2 C3 C4 D2 D4 E2 E3 E4");
  EXPECT_EQ(grid.Names(grid.Neighbours(grid.Parse("A5"))), "A4 B4 B5");
  EXPECT_EQ(grid.Parse("H1"), kNoCell);
}

TEST(KontrantoTest, K2_DifferentShapesMakeTheFirstChooserWhite) {
  for (const std::string first : {"circle", "triangle"}) {
    for (const std::string second : {"circle", "triangle"}) {
      Table table(OptionTexts{});
      EXPECT_EQ(table.Text(), "conquered - / -; W -; B -; white -; colours");
      table.Moves(first, second);
      EXPECT_EQ(table.p.white_seat, first != second ? 0 : 1);
      EXPECT_EQ(table.p.stage, Stage::kFirst);
    }
  }
  EXPECT_EQ(Table().Text(), "conquered - / -; W -; B -; white 0; first");
}

TEST(KontrantoTest, K3_NothingOfAChoiceIsSeenBeforeBothHaveChosen) {
  Table table;
  const Kontranto::View before = table.rules.MakeView(table.p, Seat::k1);
  const Kontranto::View outside = table.rules.MakeView(table.p, Seat::kSpectator);
  EXPECT_EQ(Shown(table, Actor::kSeat0, table.Legal(0)[0], Seat::k1), "");
  table.Move(0, "c C3 C4 t C5 F5");
  EXPECT_TRUE(SameView(before, table.rules.MakeView(table.p, Seat::k1)));
  EXPECT_TRUE(SameView(outside, table.rules.MakeView(table.p, Seat::kSpectator)));
  EXPECT_EQ(table.rules.ViewText(table.rules.MakeView(table.p, Seat::k0)),
            "conquered - / -; W -; B -; white 0; first; choices C3 C4 C5 F5 / ?");
  EXPECT_EQ(table.rules.ViewText(table.rules.MakeView(table.p, Seat::k1)),
            "conquered - / -; W -; B -; white 0; first; choices ? / -");
}

TEST(KontrantoTest, K3_TheOrderOfCommitmentDoesNotMatter) {
  Table a;
  Table b;
  a.Move(0, "c C3 C4 t C5 F5");
  a.Move(1, "c D2 E3 t C1 D4");
  b.Move(1, "c D2 E3 t C1 D4");
  b.Move(0, "c C3 C4 t C5 F5");
  EXPECT_EQ(std::memcmp(&a.p, &b.p, sizeof(a.p)), 0);
}

TEST(KontrantoTest, K4_EachSidePlacesOnItsZoneAndOnMediumCells) {
  Table table;
  EXPECT_TRUE(table.Allows(0, "c A2 C4 t D3 E1"));
  EXPECT_FALSE(table.Allows(0, "c A2 E4 t D3 E1"));
  EXPECT_TRUE(table.Allows(1, "c A1 E4 t D3 E1"));
  EXPECT_FALSE(table.Allows(1, "c A2 E4 t D3 E1"));
  EXPECT_FALSE(table.Allows(0, "c A2 C4 t C4 E1"));
  EXPECT_FALSE(table.Allows(0, "c C4 A2 t D3 E1"));
  table.Moves("c A2 D3 t D5 E1", "c A1 D3 t D5 G3");
  EXPECT_EQ(table.Score(), "2 : 0");
}

TEST(KontrantoTest, K5_OwnPiecesMaySwapAndRotateButNotShareACell) {
  Table table;
  table.LayOut("conquered - / -; W c C3 D3 t C4; B c G1; white 0; step");
  EXPECT_TRUE(table.Allows(0, "C3-D3 C4-C4 D3-C3"));
  EXPECT_TRUE(table.Allows(0, "C3-C4 C4-D3 D3-C3"));
  EXPECT_FALSE(table.Allows(0, "C3-D3 C4-C4 D3-D3"));
  EXPECT_FALSE(table.Allows(0, "C3-C5 C4-C4 D3-D3"));
}

TEST(KontrantoTest, K5_OppositePiecesPassThroughEachOther) {
  Table table;
  table.LayOut("conquered - / -; W c C3; B c D3; white 0; step").Moves("C3-D3", "D3-C3");
  EXPECT_EQ(table.Score(), "0 : 0");
  EXPECT_EQ(table.Text(), "conquered - / -; W c D3; B c C3; white 0; step");
}

TEST(KontrantoTest, K6_EqualShapesAreWhitesPointDifferentOnesBlacks) {
  Table table;
  table.LayOut("conquered - / -; W c B3 D3 t D1; B c C3 F1 t E3; white 0; step");
  table.Moves("B3-C3 D1-E1 D3-E3", "C3-C3 E3-E3 F1-E1");
  EXPECT_EQ(table.Text(), "conquered C3 / E1 E3; W c C3 E3 t E1; B c C3 E1 t E3; white 0; step");
}

TEST(KontrantoTest, K6_BothMustLeaveAndNothingEntersAgain) {
  Table table;
  table.LayOut("conquered C3 / -; W c B3 C3; B c C3; white 0; step");
  EXPECT_FALSE(table.Allows(0, "B3-B3 C3-C3"));
  EXPECT_FALSE(table.Allows(0, "B3-C3 C3-D3"));
  EXPECT_FALSE(table.Allows(0, "B3-B3 C3-x"));
  EXPECT_TRUE(table.Allows(0, "B3-B3 C3-D3"));
}

TEST(KontrantoTest, K6_WhoCannotLeaveIsGivenUp) {
  Table table({{"board", "4x2"}, {"colour_choice", "false"}, {"target", "8"}});
  // Conquered cells enclose A1. White's other circle meets Black's on D1 and D2.
  table.LayOut("conquered A1 / A2 B1 B2; W c A1 D1; B c A1 D2; white 0; step");
  EXPECT_EQ(table.Names(0), Names{"A1-x"});
  table.Moves("A1-x D1-D1", "A1-x D2-D2");
  EXPECT_EQ(table.Text(), "conquered A1 / A2 B1 B2; W c D1; B c D2; white 0; step D1xD2");
}

TEST(KontrantoTest, K6_AComradeThatCouldStepAsideCounts) {
  Table table({{"board", "4x2"}, {"colour_choice", "false"}, {"target", "8"}});
  // The only way out of A1 is B1, where White's triangle stands: it can go to C1 or C2.
  table.LayOut("conquered A1 / A2 B2; W c A1 t B1; B c D1; white 0; step");
  EXPECT_EQ(table.Names(0), Names{"A1-B1"});
  EXPECT_TRUE(table.Allows(0, "A1-B1 B1-C1"));
  EXPECT_FALSE(table.Allows(0, "A1-x B1-B1"));
  EXPECT_FALSE(table.Allows(0, "A1-B1 B1-B1"));
}

TEST(KontrantoTest, K6_OfTwoThatCannotBothLeaveThePlayerChooses) {
  Table table({{"board", "4x2"}, {"colour_choice", "false"}, {"target", "8"}});
  // B1 is the only way out of A1 and of A2.
  table.LayOut("conquered A1 A2 / B2 C1 C2; W c A1 t A2; B c A1 t A2; white 0; step");
  EXPECT_EQ(table.Names(0), (Names{"A1-B1", "A1-x"}));
  EXPECT_FALSE(table.Allows(0, "A1-x A2-x"));
  EXPECT_TRUE(table.Allows(0, "A1-x A2-B1"));
  EXPECT_TRUE(table.Allows(0, "A1-B1 A2-x"));
}

TEST(KontrantoTest, K6_APieceInNoAreaIsFrozenAndKeepsItsCell) {
  Table table({{"board", "4x2"}, {"colour_choice", "false"}, {"target", "8"}});
  // White's triangle on A1 can meet no enemy piece, and its circle on B1 cannot join it.
  table.LayOut("conquered A2 B1 / B2; W c B1 t A1; B c D1; white 0; step");
  EXPECT_EQ(table.Names(0), (Names{"B1-C1", "B1-C2"}));
}

TEST(KontrantoTest, K6_AnyFreeNeighbourWillDoAlsoOneWhereNoClashIsPossible) {
  Table table({{"board", "5x2"}, {"colour_choice", "false"}, {"target", "8"}});
  table.LayOut("conquered B1 / B2; W c B1 t C1; B c D1; white 0; step");
  EXPECT_EQ(table.Areas(), "C1 C2 D1 D2 E1 E2");
  table.Moves("B1-A1 C1-C1", "D1-D1");
  EXPECT_EQ(table.Names(0), (Names{"C1-C1", "C1-D1"}));
  EXPECT_EQ(table.Text(), "conquered B1 / B2; W c A1 t C1; B c D1; white 0; step C1xD1");
}

TEST(KontrantoTest, K7_AreasAreWhereBothStandOrCanStepIn) {
  Table table({{"board", "5x3"}, {"colour_choice", "false"}, {"target", "15"}});
  // The third column is conquered. Both circles stand on C2 and count for both sides of it.
  table.LayOut("conquered C2 / C1 C3; W c C2; B c C2; white 0; step");
  EXPECT_EQ(table.Areas(), "A1 A2 A3 B1 B2 B3 | D1 D2 D3 E1 E2 E3");
  table.Moves("C2-B2", "C2-B3");
  EXPECT_EQ(table.Areas(), "A1 A2 A3 B1 B2 B3");
  table.LayOut("conquered - / C1 C2 C3; W c A1; B c B1; white 0; step");
  EXPECT_EQ(table.Areas(), "A1 A2 A3 B1 B2 B3");
}

TEST(KontrantoTest, K8_StayingPutIsARepetitionAtOnce) {
  Table table;
  table.LayOut("conquered - / -; W c C3; B c D5; white 0; step");
  Stay(&table);
  EXPECT_EQ(table.Text(), "conquered - / -; W c C3; B c D5; white 0; step C3xD5");
}

TEST(KontrantoTest, K8_ThePlacedSituationIsTheFirstOfTheHistory) {
  Table table({{"colour_choice", "false"}, {"white", "c"}, {"black", "c"}});
  table.Moves("c A1", "c G5").Moves("A1-A2", "G5-G4");
  EXPECT_EQ(table.p.due, 0u);
  table.Moves("A2-A1", "G4-G5");
  EXPECT_EQ(table.Due(), table.rules.Board().Names(table.rules.Board().All()));
}

TEST(KontrantoTest, K8_PiecesOfOneShapeThatChangePlacesRepeatTheSituation) {
  Table table;
  table.LayOut("conquered - / -; W c C3 C4; B c F5; white 0; step");
  table.Moves("C3-C4 C4-C3", "F5-F5");
  EXPECT_NE(table.p.due, 0u);
  table.LayOut("conquered - / -; W c C3 t C4; B c F5; white 0; step");
  table.Moves("C3-C4 C4-C3", "F5-F5");
  EXPECT_EQ(table.p.due, 0u);
}

TEST(KontrantoTest, K8_AsManyStepsAsCellsAreTheMost) {
  Table table({{"board", "3x2"}, {"colour_choice", "false"}});
  table.LayOut("conquered - / -; W c A1; B c C2; white 0; step");
  // Six steps without a clash or a repetition; six is the maximum.
  const std::array<std::pair<const char*, const char*>, 6> steps = {
      std::pair("A1-A2", "C2-C1"), std::pair("A2-A2", "C1-C2"), std::pair("A2-B2", "C2-C1"),
      std::pair("B2-B2", "C1-C2"), std::pair("B2-B1", "C2-C1"), std::pair("B1-B1", "C1-C2")};
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(table.p.due, 0u) << i;
    EXPECT_EQ(table.p.steps[0], i);
    table.Moves(steps[i].first, steps[i].second);
  }
  EXPECT_EQ(table.Text(), "conquered - / -; W c B1; B c C2; white 0; step B1xC2");
}

TEST(KontrantoTest, K8_AClashInOneAreaLeavesTheOtherItsCounter) {
  Table table({{"board", "5x3"}, {"colour_choice", "false"}, {"target", "15"}});
  table.LayOut("conquered - / C1 C2 C3; W c A1 E1; B c B3 D1; white 0; step");
  EXPECT_EQ(table.Areas(), "A1 A2 A3 B1 B2 B3 | D1 D2 D3 E1 E2 E3");
  table.Moves("A1-A2 E1-D1", "B3-A3 D1-D1");
  EXPECT_EQ(table.Areas(), "A1 A2 A3 B1 B2 B3 | D2 D3 E1 E2 E3");
  EXPECT_EQ(table.p.steps[0], 1);
  EXPECT_EQ(table.p.steps[1], 0);
  // The first arrangement again: only the left area has had this situation before.
  table.Moves("A2-A1 D1-E1", "A3-B3 D1-D2");
  EXPECT_EQ(table.Due(), "A1 A2 A3 B1 B2 B3");
}

TEST(KontrantoTest, K8_PiecesOnAConqueredCellBesideAreNoPartOfTheSituation) {
  Table table({{"board", "5x3"}, {"colour_choice", "false"}, {"target", "15"}});
  // White leaves B2 for the other side, and the pieces in the right area stay where they are.
  table.LayOut("conquered C2 / C1 C3; W c C2 D2; B c C2 E2; white 0; step");
  table.Moves("C2-B2 D2-D2", "C2-B3 E2-E2");
  EXPECT_EQ(table.Due(), "D1 D2 D3 E1 E2 E3");
}

TEST(KontrantoTest, K8_KeysOfDifferentSituationsDiffer) {
  const Cells area = 0b11100;
  std::map<std::pair<uint64_t, uint64_t>, int> keys;
  int situations = 0;
  for (int code = 0; code < 125; ++code) {
    PieceSets pieces = {};
    for (int i = 0, rest = code; i < 3; ++i, rest /= 5) {
      if (rest % 5 > 0) {
        const auto piece = static_cast<size_t>(rest % 5 - 1);
        pieces[piece / 2][piece % 2] |= CellBit(2 + i);
      }
    }
    const Key128 key = SituationKey(pieces, area);
    EXPECT_TRUE(keys.emplace(std::pair(key.low, key.high), code).second) << code;
    EXPECT_EQ(AreaOf(key), 2);
    ++situations;
  }
  EXPECT_EQ(situations, 125);
}

TEST(KontrantoTest, K8_ASituationOfTheStandardBoardFits48Bits) {
  uint64_t bound = 1;
  for (int piece = 0; piece < 8; ++piece) {
    bound *= 36;
  }
  EXPECT_LT(bound, uint64_t{1} << 48);
}

TEST(KontrantoTest, K9_OnlyWhoHasTwoPiecesChoosesAndTheChoiceIsNoStep) {
  Table table;
  table.LayOut("conquered - / -; W c C3 t C4; B c F5; white 0; step");
  Stay(&table);
  EXPECT_EQ(table.rules.Actors(table.p), ActorSet::Only(Actor::kSeat0));
  EXPECT_EQ(table.Names(0), (Names{"!C3", "!C4"}));
  EXPECT_EQ(table.p.steps[0], 1);
  table.Move(0, "!C4");
  EXPECT_EQ(table.p.steps[0], 1);
  EXPECT_EQ(table.Text(), "conquered - / -; W c C3 t C4; B c F5; white 0; step C4xF5");
}

TEST(KontrantoTest, K9_BothChoicesAreHiddenUntilBothAreMade) {
  Table table;
  table.LayOut("conquered - / -; W c C3 t C4; B c F5 t F4; white 0; choose A1");
  const Kontranto::View before = table.rules.MakeView(table.p, Seat::k1);
  table.Move(0, "!C4");
  EXPECT_TRUE(SameView(before, table.rules.MakeView(table.p, Seat::k1)));
  table.Move(1, "!F5");
  EXPECT_EQ(table.Text(), "conquered - / -; W c C3 t C4; B c F5 t F4; white 0; step C4xF5");
}

TEST(KontrantoTest, K9_ExtraordinaryJumpMayBeLong) {
  Table table;
  table.LayOut("conquered - / -; W c A1; B c G5; white 0; step A1xG5");
  EXPECT_EQ(table.Names(0), (Names{"A1-A1", "A1-G5"}));
  table.Moves("A1-G5", "G5-G5");
  EXPECT_EQ(table.Text(), "conquered G5 / -; W c G5; B c G5; white 0; step");
}

TEST(KontrantoTest, K9_WithoutAClashTheOneThatEscapedConquersItsCell) {
  const std::string start = "conquered - / -; W c A1; B c G5; white 0; step A1xG5";
  Table table;
  table.LayOut(start).Moves("A1-A1", "G5-G5");
  EXPECT_EQ(table.Text(), "conquered - / G5; W c A1; B c G5; white 0; step");
  table.LayOut(start).Moves("A1-G5", "G5-A1");
  EXPECT_EQ(table.Text(), "conquered - / A1; W c G5; B c A1; white 0; step");
  const std::string unlike = "conquered - / -; W c A1; B t G5; white 0; step A1xG5";
  table.LayOut(unlike).Moves("A1-A1", "G5-G5");
  EXPECT_EQ(table.Text(), "conquered A1 / -; W c A1; B t G5; white 0; step");
  table.LayOut(unlike).Moves("A1-G5", "G5-A1");
  EXPECT_EQ(table.Text(), "conquered G5 / -; W c G5; B t A1; white 0; step");
  table.LayOut(unlike).Moves("A1-G5", "G5-G5");
  EXPECT_EQ(table.Score(), "0 : 1");
}

TEST(KontrantoTest, K9_OthersMayNotEnterTheTwoCells) {
  Table table;
  table.LayOut("conquered - / -; W c C3 t C4; B c D3; white 0; step C3xD3");
  EXPECT_FALSE(table.Allows(0, "C3-C3 C4-D3"));
  EXPECT_FALSE(table.Allows(0, "C3-D3 C4-C3"));
  EXPECT_TRUE(table.Allows(0, "C3-D3 C4-D4"));
}

TEST(KontrantoTest, K9_SeveralAreasAreDueAtOnce) {
  Table table({{"board", "5x3"}, {"colour_choice", "false"}, {"target", "15"}});
  table.LayOut("conquered - / C1 C2 C3; W c A1 t A2 E1; B c B3 D1 t D2; white 0; choose A1 D1");
  EXPECT_TRUE(table.Allows(0, "!A2"));
  EXPECT_TRUE(table.Allows(1, "!D1"));
  table.Moves("!A2", "!D1");
  EXPECT_EQ(table.Text(),
            "conquered - / C1 C2 C3; W c A1 t A2 E1; B c B3 D1 t D2; white 0; step A2xB3 E1xD1");
  table.Moves("A1-A1 A2-B3 E1-E1", "B3-B3 D1-D1 D2-D3");
  EXPECT_EQ(table.Text(),
            "conquered E1 / B3 C1 C2 C3; W c A1 t B3 E1; B c B3 D1 t D3; white 0; "
            "step");
}

TEST(KontrantoTest, K9_SeveralChoicesAreOneMoveInOrderOfCells) {
  Table table({{"board", "5x3"}, {"colour_choice", "false"}, {"target", "15"}});
  table.LayOut("conquered - / C1 C2 C3; W c A1 E2 t A2 E1; B c B3 D1; white 0; choose A1 D1");
  EXPECT_TRUE(table.Allows(0, "!A2 !E1"));
  EXPECT_FALSE(table.Allows(0, "!E1 !A2"));
  EXPECT_FALSE(table.Allows(0, "!A1 !A2"));
  table.Move(0, "!A2 !E1");
  EXPECT_EQ(table.p.stage, Stage::kStep);
}

TEST(KontrantoTest, K10_WhoReachesTheTargetWins) {
  Table table({{"colour_choice", "false"}, {"target", "2"}});
  table.LayOut("conquered A1 / -; W c C3; B c D3; white 0; step").Moves("C3-D3", "D3-D3");
  EXPECT_TRUE(table.Over());
  EXPECT_EQ(table.Reason(), "eighteen");
  EXPECT_EQ(table.rules.Result(table.p).returns[0], 1);
  EXPECT_EQ(table.rules.Result(table.p).margin[0], 2);
}

TEST(KontrantoTest, K10_WithoutClashesToComeTheGreaterScoreWins) {
  Table table({{"board", "4x2"}, {"colour_choice", "false"}, {"target", "8"}});
  table.LayOut("conquered - / A1 A2 B1 B2 C1 D1; W c C2; B t D2; white 0; step C2xD2");
  table.Moves("C2-C2", "D2-D2");
  EXPECT_FALSE(table.Over());
  table.Moves("C2-D2", "D2-D2");
  EXPECT_EQ(table.Reason(), "no_clash");
  EXPECT_EQ(table.rules.Result(table.p).returns[0], -1);
  EXPECT_EQ(table.rules.Result(table.p).margin[0], 1);
  EXPECT_EQ(table.rules.Result(table.p).margin[1], 7);
}

TEST(KontrantoTest, K10_IfBothHoldTheReasonIsEighteen) {
  Table table({{"board", "3x2"}, {"colour_choice", "false"}, {"target", "6"}});
  table.LayOut("conquered - / A1 A2 B1 B2 C1; W c C1; B t C1; white 0; step");
  table.Moves("C1-C2", "C1-C2");
  EXPECT_EQ(table.Reason(), "eighteen");
}

TEST(KontrantoTest, K11_ALevelGameIsDecidedByTheFinalTwoStep) {
  Table table({{"board", "3x2"}, {"colour_choice", "false"}, {"target", "6"}});
  table.LayOut("conquered A1 A2 / B1 B2; W c C1; B t C2; white 0; step C1xC2");
  EXPECT_FALSE(table.Over());
  table = Table({{"board", "3x2"}, {"colour_choice", "false"}, {"white", "ct"}, {"black", "ct"}});
  table.LayOut("conquered A1 A2 / B1 B2; W c A1; B t B2; white 0; two-step");
  EXPECT_EQ(table.Names(0), (Names{"circle", "triangle"}));
  table.Moves("triangle", "circle");
  EXPECT_EQ(table.Names(1), (Names{"go", "stay"}));
  EXPECT_EQ(table.Text(),
            "conquered A1 A2 / B1 B2; W c A1; B t B2; white 0; two-step triangle circle");
  table.Moves("go", "go");
  EXPECT_EQ(table.p.winner, 0);
}

// Each own shape against each shape of the other: a matrix whose two rows sum to 0 whatever the
// other does, so moving at random is worth 0 to both.
TEST(KontrantoTest, K11_TheFinalTwoStepIsWorthZero) {
  for (const std::string own : {"circle", "triangle"}) {
    for (const std::string other : {"circle", "triangle"}) {
      for (const std::string fixed : {"stay", "go"}) {
        std::array<float, 2> sums = {};
        for (const std::string free : {"stay", "go"}) {
          for (const size_t seat : {0u, 1u}) {
            Table table;
            table.LayOut("conquered A1 / B1; W -; B -; white 0; two-step").Moves(own, other);
            table.Move(seat, free);
            table.Move(1 - seat, fixed);
            sums[seat] += table.rules.Result(table.p).returns[seat];
          }
        }
        EXPECT_EQ(sums, (std::array<float, 2>{0, 0}));
      }
    }
  }
}

// Whatever the other seat chooses, the two shapes lead to the two colours, whose values are
// opposite (colour_symmetry_test).
TEST(KontrantoTest, K2_TheColourChoiceIsWorthZero) {
  for (const size_t seat : {0u, 1u}) {
    for (const std::string fixed : {"circle", "triangle"}) {
      int white = 0;
      for (const std::string free : {"circle", "triangle"}) {
        Table table(OptionTexts{});
        table.Move(seat, free);
        table.Move(1 - seat, fixed);
        white += table.p.white_seat == seat ? 1 : 0;
      }
      EXPECT_EQ(white, 1);
    }
  }
}

TEST(KontrantoTest, K12_TheMarginIsTheScoreBySeat) {
  Table table(OptionTexts{{"target", "1"}});
  table.Moves("circle", "circle").Moves("c D1 D2 t D3 D4", "c C1 D1 t B1 D5");
  EXPECT_EQ(table.p.white_seat, 1);
  EXPECT_EQ(table.rules.Result(table.p).margin[0], 0);
  EXPECT_EQ(table.rules.Result(table.p).margin[1], 1);
  EXPECT_EQ(table.rules.Result(table.p).returns[1], 1);
}

// The cells marked in a plane of a seat's observation.
std::set<std::string> PlaneCells(const Table& table, size_t seat, int64_t plane) {
  const GameSpec spec = table.rules.Spec();
  std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(spec.globals));
  table.rules.Observe(table.rules.MakeView(table.p, static_cast<Seat>(seat)), planes, globals);
  std::set<std::string> cells;
  for (int cell = 0; cell < table.rules.Board().NumCells(); ++cell) {
    if (planes[static_cast<size_t>(plane * table.rules.Board().NumCells() + cell)] != 0) {
      cells.insert(table.rules.Board().Name(cell));
    }
  }
  return cells;
}

// White wins between equal shapes, Black between different ones.
TEST(KontrantoTest, ObservationTellsWhatTheDecidingPieceBeats) {
  Table table;
  const std::vector<std::string> names = table.rules.Spec().plane_names;
  const auto first = std::ranges::find(names, "beaten by deciding") - names.begin();
  ASSERT_EQ(names[static_cast<size_t>(first) + 1], "beats deciding");
  table.LayOut("conquered - / -; W c A1 t G5; B c A3 t E5; white 0; step");
  using Cells = std::set<std::string>;
  EXPECT_EQ(PlaneCells(table, 0, first), Cells{"A3"});
  EXPECT_EQ(PlaneCells(table, 0, first + 1), Cells{"E5"});
  EXPECT_EQ(PlaneCells(table, 1, first), Cells{"G5"});
  EXPECT_EQ(PlaneCells(table, 1, first + 1), Cells{"A1"});
  const Kontranto::View view = table.rules.MakeView(table.p, Seat::k0);
  table.rules.Step(&table.p, nullptr, Actor::kSeat0,
                   (*table.rules.ParseMove(view, "A1-A1 G5-G5"))[0]);
  EXPECT_EQ(PlaneCells(table, 0, first), Cells{"E5"});
  EXPECT_EQ(PlaneCells(table, 0, first + 1), Cells{"A3"});
}

}  // namespace
}  // namespace kvintet::envs::kontranto
