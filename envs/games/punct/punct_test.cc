// Tests of PÜNCT, by clause of the README.md in this folder: board, pieces, turns and supports.
#include "envs/games/punct/punct.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/played.h"
#include "envs/text/perft.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::punct {
namespace {

std::set<std::string> NamesOf(const Board& board, const Spots& spots) {
  std::set<std::string> names;
  spots.ForEach([&](int spot) { names.insert(board.SpaceName(spot)); });
  return names;
}

TEST(PunctTest, P1_BoardHas211SpacesInItsColumns) {
  const Board board{Box{}};
  EXPECT_EQ(board.num_spaces(), 211);
  constexpr std::array<std::array<int, 2>, 17> kNumbers = {{{2, 8},
                                                            {1, 10},
                                                            {1, 11},
                                                            {1, 12},
                                                            {1, 13},
                                                            {1, 14},
                                                            {1, 15},
                                                            {1, 16},
                                                            {2, 16},
                                                            {2, 17},
                                                            {3, 17},
                                                            {4, 17},
                                                            {5, 17},
                                                            {6, 17},
                                                            {7, 17},
                                                            {8, 17},
                                                            {10, 16}}};
  for (size_t column = 0; column < kNumbers.size(); ++column) {
    for (int number = 0; number <= 19; ++number) {
      const std::string name =
          absl::StrCat(std::string(1, static_cast<char>('A' + column)), number);
      const bool exists = number >= kNumbers[column][0] && number <= kNumbers[column][1];
      EXPECT_EQ(board.ParseSpace(name) != kNoSpot, exists) << name;
      if (exists) {
        EXPECT_EQ(board.SpaceName(board.ParseSpace(name)), name);
      }
    }
  }
}

TEST(PunctTest, P1_SidesHaveSevenSpacesEach) {
  const Board board{Box{}};
  const auto& sides = board.Sides();
  using Names = std::set<std::string>;
  EXPECT_EQ(NamesOf(board, sides[0][0]), (Names{"A2", "A3", "A4", "A5", "A6", "A7", "A8"}));
  EXPECT_EQ(NamesOf(board, sides[0][1]), (Names{"Q10", "Q11", "Q12", "Q13", "Q14", "Q15", "Q16"}));
  EXPECT_EQ(NamesOf(board, sides[1][0]), (Names{"B1", "C1", "D1", "E1", "F1", "G1", "H1"}));
  EXPECT_EQ(NamesOf(board, sides[1][1]), (Names{"J17", "K17", "L17", "M17", "N17", "O17", "P17"}));
  EXPECT_EQ(NamesOf(board, sides[2][1]), (Names{"J2", "K3", "L4", "M5", "N6", "O7", "P8"}));
  EXPECT_EQ(NamesOf(board, sides[2][0]), (Names{"B10", "C11", "D12", "E13", "F14", "G15", "H16"}));
}

TEST(PunctTest, P1_CentreHas19Spaces) {
  const Board board{Box{}};
  EXPECT_EQ(NamesOf(board, board.Centre()),
            (std::set<std::string>{"G7", "G8", "G9", "H7", "H8", "H9", "H10", "I7", "I8", "I9",
                                   "I10", "I11", "J8", "J9", "J10", "J11", "K9", "K10", "K11"}));
}

TEST(PunctTest, P2_PiecesLieAsTheTableSays) {
  const Board board{Box{}};
  const auto dots = [&](const char* kind, const char* space, int rotation) {
    std::string names;
    const int number = static_cast<int>(kKindLetters.find(*kind));
    for (const int dot : board.Dots(number, board.ParseSpace(space), rotation)) {
      absl::StrAppend(&names, names.empty() ? "" : " ", board.SpaceName(dot));
    }
    return names;
  };
  EXPECT_EQ(dots("T", "H9", 0), "H9 H8 G8");
  EXPECT_EQ(dots("T", "H9", 5), "H9 I9 H8");
  EXPECT_EQ(dots("C", "H9", 0), "H9 H8 H10");
  EXPECT_EQ(dots("C", "H9", 2), "H9 G9 I9");
  EXPECT_EQ(dots("E", "H9", 4), "H9 I10 J11");
  EXPECT_EQ(dots("L", "H9", 0), "H9 H8 G7");
  EXPECT_EQ(dots("M", "H9", 0), "H9 H8 G9");
  EXPECT_EQ(dots("R", "H9", 0), "H9 I10 I11");
  EXPECT_EQ(dots("R", "H9", 2), "H9 H8 I8");
}

TEST(PunctTest, P3_NewPiecesOfTheStandardGameKeepOutOfTheCentre) {
  const Table table("punct");
  const Board board{Box{}};
  for (const std::string& turns :
       {std::string(), std::string("T A4/3"), std::string("T A4/3,T Q12/1")}) {
    Playthrough play(*table.game);
    Play(&play, turns);
    for (const std::string& turn : LegalTurns(play)) {
      if (turn[1] == ' ') {
        const int kind = static_cast<int>(kKindLetters.find(turn[0]));
        const int spot = board.ParseSpace(turn.substr(2, turn.size() - 4));
        for (const int dot : board.Dots(kind, spot, turn.back() - '0')) {
          ASSERT_FALSE(board.Centre().Has(dot)) << turn;
        }
      }
    }
  }
}

TEST(PunctTest, P3_OnlyTheFirstPieceOfTheBasicGameKeepsOutOfTheCentre) {
  const Table table("punct{game=basic}");
  Playthrough play(*table.game);
  EXPECT_EQ(LegalTurns(play).size(), 4986u);
  EXPECT_FALSE(IsLegal(play, "T I9/0"));
  EXPECT_FALSE(IsLegal(play, "E I6/3"));
  Play(&play, "T A4/3");
  EXPECT_TRUE(IsLegal(play, "T I9/0"));
  Play(&play, "T I9/0");
  EXPECT_TRUE(IsLegal(play, "E K11/4"));
}

TEST(PunctTest, P3_NewPiecesLieOnEmptySpacesOnly) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 b E F5/2", "white");
  EXPECT_FALSE(IsLegal(play, "T F3/3"));
  EXPECT_FALSE(IsLegal(play, "E F6/0"));
  EXPECT_TRUE(IsLegal(play, "T F4/4"));
}

TEST(PunctTest, P3_MovesGoAlongLinesOverAnything) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F9/3 w E F6/2 b E F5/2", "white");
  EXPECT_TRUE(IsLegal(play, "F9-F3/2"));
  EXPECT_TRUE(IsLegal(play, "F9-N9/1"));
  EXPECT_TRUE(IsLegal(play, "F9-C6/1"));
  EXPECT_FALSE(IsLegal(play, "F9-G11/3"));
  EXPECT_FALSE(IsLegal(play, "F5-F1/2"));
}

TEST(PunctTest, P3_TurningOnTheSpotIsAMoveAndChangingNothingIsNone) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F9/3 w C N9/2 b E F5/2", "white");
  for (const int rotation : {0, 1, 2, 4, 5}) {
    EXPECT_TRUE(IsLegal(play, absl::StrCat("F9-F9/", rotation))) << rotation;
  }
  EXPECT_FALSE(IsLegal(play, "F9-F9/3"));
  EXPECT_TRUE(IsLegal(play, "N9-N9/0"));
  EXPECT_FALSE(IsLegal(play, "N9-N9/2"));
  EXPECT_FALSE(IsLegal(play, "N9-N9/5"));
}

TEST(PunctTest, P3_StraightTurnedEndForEndIsAMove) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F9/3 b E F5/2", "white");
  ASSERT_TRUE(IsLegal(play, "F9-F11/0"));
  Play(&play, "F9-F11/0");
  EXPECT_EQ(play.game().PositionText(play.Position()),
            SetUpText(kMaxOfKind, "w E F11/0 b E F5/2", "black"));
}

TEST(PunctTest, P3_MovedPiecesEnterTheCentre) {
  const Table table("punct");
  EXPECT_TRUE(IsLegal(table.SetUp("w E I4/1 b E F5/2", "white"), "I4-I10/3"));
}

TEST(PunctTest, P4_PieceIsLiftedFirst) {
  const Table table("punct");
  // One step along its own line; and down from above, where the dots below count again.
  EXPECT_TRUE(IsLegal(table.SetUp("w E F9/3 b E F5/2", "white"), "F9-F10/3"));
  const Playthrough play = table.SetUp("w E F3/2 b E F5/2 w E F3/2", "white");
  EXPECT_FALSE(IsLegal(play, "F3-E3/2"));
  EXPECT_TRUE(IsLegal(play, "F3-D3/5"));
  EXPECT_FALSE(IsLegal(play, "F3-F3/5"));
}

TEST(PunctTest, P4_PunctLiesOnOwnDotsOnly) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 w E F9/2 b E F5/2 b E G8/5", "white");
  EXPECT_TRUE(IsLegal(play, "F9-F3/2"));
  EXPECT_FALSE(IsLegal(play, "F9-F5/2"));
  // Minor dots may cover anything.
  EXPECT_TRUE(IsLegal(play, "F9-F3/3"));
}

TEST(PunctTest, P4_AllDotsOfATriangleNeedTheSameHeight) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 w T F9/0 b E F5/2", "white");
  EXPECT_FALSE(IsLegal(play, "F9-F3/1"));
  EXPECT_FALSE(IsLegal(play, "F9-F4/0"));
  EXPECT_TRUE(IsLegal(table.SetUp("w E F3/2 w T F9/0 b C E2/2", "white"), "F9-F3/0"));
}

TEST(PunctTest, P4_BridgeSpansAHoleWhichIsClosedThen) {
  const Table table("punct");
  Playthrough play = table.SetUp("w E F3/2 w E F9/3 b E F5/2", "white");
  Play(&play, "F9-F3/3");
  EXPECT_EQ(play.game().PositionText(play.Position()),
            SetUpText(kMaxOfKind, "w E F3/2 b E F5/2 w E F3/3", "black"));
  EXPECT_FALSE(IsLegal(play, "T F4/4"));
  EXPECT_FALSE(IsLegal(play, "E H4/2"));
  EXPECT_TRUE(IsLegal(play, "E I4/2"));
  // Both pieces that carry the bridge are blocked.
  EXPECT_TRUE(LegalTurns(play, "F5-").empty());
  Play(&play, "T K6/0");
  // The PÜNCT on F3 belongs to the bridge.
  EXPECT_TRUE(IsLegal(play, "F3-F9/3"));
}

TEST(PunctTest, P4_EndsOfABridgeLieAtOneLevel) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 w E F9/3 b E H5/5", "white");
  EXPECT_FALSE(IsLegal(play, "F9-F3/3"));
  EXPECT_FALSE(IsLegal(play, "F9-F3/5"));
}

// Ends of height 2 over F3 and F5. F4 has height 1 and is White's or Black's.
constexpr char kEnds[] = "w E F3/2 b E F5/2 w C K14/0 ";
constexpr char kUpperEnds[] = " w E F3/2 b E F5/2";

TEST(PunctTest, P4_PunctInTheMiddleOfABridgeNeedsAnOwnDotBelow) {
  const Table table("punct");
  const std::string ends = "w E F3/2 b E F5/2 w C F9/0";
  EXPECT_FALSE(IsLegal(table.SetUp(ends, "white"), "F9-F4/0"));
  EXPECT_TRUE(IsLegal(table.SetUp(ends + " w E H4/2" + kUpperEnds, "white"), "F9-F4/0"));
  EXPECT_FALSE(IsLegal(table.SetUp(ends + " b E H4/2" + kUpperEnds, "white"), "F9-F4/0"));
  EXPECT_FALSE(IsLegal(table.SetUp(ends + kUpperEnds, "white"), "F9-F4/0"));
}

TEST(PunctTest, P4_BridgeSpansEnemies) {
  const Table table("punct");
  Playthrough play = table.SetUp(std::string(kEnds) + "w E F9/0 b E H4/2" + kUpperEnds, "white");
  ASSERT_TRUE(IsLegal(play, "F9-F3/3"));
  Play(&play, "F9-F3/3");
  // The PÜNCT of the piece under the bridge is visible, but the piece cannot move.
  EXPECT_TRUE(LegalTurns(play, "H4-").empty());
}

TEST(PunctTest, P4_MiddleOfABridgeIsNotHigherThanItsEnds) {
  const Table table("punct");
  const Playthrough play = table.SetUp("w E F3/2 b E F5/2 w E F9/3 w E H4/2 w E H4/2", "white");
  EXPECT_FALSE(IsLegal(play, "F9-F3/3"));
}

TEST(PunctTest, P4_BothEndsMayRestOnOnePiece) {
  const Table table("punct");
  Playthrough play = table.SetUp("w L F5/0 w R F9/0 b E M8/4", "white");
  ASSERT_TRUE(IsLegal(play, "F9-F5/3"));
  Play(&play, "F9-F5/3");
  EXPECT_FALSE(IsLegal(play, "T E4/2"));
  // In the other kind the PÜNCT would lie over air.
  const Playthrough other = table.SetUp("w L F5/0 w M E8/0 b E M8/4", "white");
  EXPECT_FALSE(IsLegal(other, "E8-E4/4"));
}

TEST(PunctTest, P4_OneCoveredDotBlocksAPiece) {
  const Table table("punct");
  const Playthrough play = table.SetUp("b T B1/3 w E F3/2 w E D3/1", "white");
  EXPECT_TRUE(LegalTurns(play, "F3-").empty());
  EXPECT_FALSE(LegalTurns(play, "D3-").empty());
}

TEST(PunctTest, P6_FirstMovesByKindAndFootprint) {
  const Table table("punct");
  const Playthrough play(*table.game);
  const Board board{Box{}};
  std::map<char, int> by_kind;
  std::map<std::string, std::set<std::set<int>>> footprints;
  for (const std::string& turn : LegalTurns(play)) {
    ++by_kind[turn[0]];
    const int kind = static_cast<int>(kKindLetters.find(turn[0]));
    const int spot = board.ParseSpace(turn.substr(2, turn.size() - 4));
    const auto dots = board.Dots(kind, spot, turn.back() - '0');
    const std::string shape = turn[0] == 'T' ? "triangle" : turn[0] <= 'E' ? "straight" : "elbow";
    footprints[shape].insert({dots.begin(), dots.end()});
  }
  EXPECT_EQ(by_kind, (std::map<char, int>{
                         {'T', 954}, {'C', 444}, {'E', 888}, {'L', 900}, {'M', 900}, {'R', 900}}));
  EXPECT_EQ(footprints["triangle"].size(), 318u);
  EXPECT_EQ(footprints["straight"].size(), 444u);
  EXPECT_EQ(footprints["elbow"].size(), 900u);
}

// Every turn consists of two actions.
TEST(PunctTest, P6_SequencesOfTwoTurns) {
  const Table table("punct");
  const Playthrough play(*table.game);
  EXPECT_EQ(PerftActions(*table.game, play.Position(), play.history(), 4), 23'841'810u);
}

TEST(PunctTest, ActionsFillTheirRange) {
  const Table table("punct");
  const GameSpec& spec = table.game->Spec();
  EXPECT_EQ(spec.num_actions, 6 + 211 + 6 * 211);
  EXPECT_EQ(spec.num_symmetries, 24);
  EXPECT_LE(spec.position_bytes, 512);
  EXPECT_EQ(spec.max_game_length, 800);
  // One key for each of 400 turns and for the start.
  EXPECT_EQ(spec.history_capacity, 401);
  EXPECT_EQ(spec.title, "PÜNCT");
  // Results tell the dots in the centre.
  EXPECT_TRUE(spec.margins);
}

TEST(PunctTest, BadOptionsAreRefused) {
  for (const char* text : {"punct{game=tournament}", "punct{supply=none}", "punct{max_plies=0}",
                           "punct{max_plies=60001}", "punct{size=9}"}) {
    EXPECT_THAT(MakeGame(text), testing::StatusIs(absl::StatusCode::kInvalidArgument, "")) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::punct
