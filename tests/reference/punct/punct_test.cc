// Tests of the reference PÜNCT: board (P1), pieces (P2), new pieces and moves (P3), registry.
#include "tests/reference/punct/punct.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "tests/reference/punct/punct_setup.h"
#include "tests/reference/reference_registry.h"

namespace kvintet::reference::punct {
namespace {

const Board kBoard = {8, 2};
const Board kTinyBoard = {4, 1};

Texts NamesOf(const Board& board, const Spaces& spaces) {
  Texts names;
  for (const Space space : spaces) names.push_back(SpaceName(board, space));
  return names;
}

std::set<std::string> CentreOf(const Board& board) {
  std::set<std::string> names;
  for (const Space space : AllSpaces(board)) {
    if (InCentre(board, space)) names.insert(SpaceName(board, space));
  }
  return names;
}

// The names of a piece's dots, the PÜNCT's first.
Texts DotNames(char kind, const std::string& punct, int rotation) {
  Texts names;
  for (const Space dot : DotsOf({kind, *ParseSpace(kBoard, punct), rotation})) {
    names.push_back(SpaceName(kBoard, dot));
  }
  return names;
}

TEST(PunctTest, P1_BoardHas211SpacesInColumnsOfTheTable) {
  const std::map<char, std::array<int, 2>> table = {
      {'A', {2, 8}},  {'B', {1, 10}}, {'C', {1, 11}}, {'D', {1, 12}}, {'E', {1, 13}},
      {'F', {1, 14}}, {'G', {1, 15}}, {'H', {1, 16}}, {'I', {2, 16}}, {'J', {2, 17}},
      {'K', {3, 17}}, {'L', {4, 17}}, {'M', {5, 17}}, {'N', {6, 17}}, {'O', {7, 17}},
      {'P', {8, 17}}, {'Q', {10, 16}}};
  std::set<std::string> expected;
  for (const auto& [letter, numbers] : table) {
    for (int number = numbers[0]; number <= numbers[1]; ++number) {
      expected.insert(letter + std::to_string(number));
    }
  }
  const Texts names = NamesOf(kBoard, AllSpaces(kBoard));
  EXPECT_EQ(names.size(), 211u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), expected);
}

TEST(PunctTest, P1_NamesRoundTrip) {
  for (const Space space : AllSpaces(kBoard)) {
    EXPECT_EQ(ParseSpace(kBoard, SpaceName(kBoard, space)), space);
  }
  for (const char* wrong :
       {"A1", "A9", "Q9", "I1", "I17", "R9", "h9", "H09", "H", "9", "", "H9 "}) {
    EXPECT_FALSE(ParseSpace(kBoard, wrong)) << wrong;
  }
  EXPECT_EQ(SpaceName(kBoard, {0, 0}), "I9");
}

TEST(PunctTest, P1_SidesAreThreeOppositePairsOfSevenSpaces) {
  const auto pairs = OppositeSides(kBoard);
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(NamesOf(kBoard, pairs[0].first), Texts({"A2", "A3", "A4", "A5", "A6", "A7", "A8"}));
  EXPECT_EQ(NamesOf(kBoard, pairs[0].second),
            Texts({"Q10", "Q11", "Q12", "Q13", "Q14", "Q15", "Q16"}));
  EXPECT_EQ(NamesOf(kBoard, pairs[1].first), Texts({"B1", "C1", "D1", "E1", "F1", "G1", "H1"}));
  EXPECT_EQ(NamesOf(kBoard, pairs[1].second),
            Texts({"J17", "K17", "L17", "M17", "N17", "O17", "P17"}));
  EXPECT_EQ(NamesOf(kBoard, pairs[2].first),
            Texts({"B10", "C11", "D12", "E13", "F14", "G15", "H16"}));
  EXPECT_EQ(NamesOf(kBoard, pairs[2].second), Texts({"J2", "K3", "L4", "M5", "N6", "O7", "P8"}));
}

TEST(PunctTest, P1_CentreIsNineteenSpacesRoundI9) {
  EXPECT_EQ(CentreOf(kBoard),
            std::set<std::string>({"G7", "G8", "G9", "H7", "H8", "H9", "H10", "I7", "I8", "I9",
                                   "I10", "I11", "J8", "J9", "J10", "J11", "K9", "K10", "K11"}));
}

TEST(PunctTest, P1_TinyBoardHas55SpacesSidesOfThreeAndCentreOfSeven) {
  EXPECT_EQ(AllSpaces(kTinyBoard).size(), 55u);
  EXPECT_EQ(CentreOf(kTinyBoard),
            std::set<std::string>({"D4", "D5", "E4", "E5", "E6", "F5", "F6"}));
  const auto pairs = OppositeSides(kTinyBoard);
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[0].first), Texts({"A2", "A3", "A4"}));
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[0].second), Texts({"I6", "I7", "I8"}));
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[1].first), Texts({"B1", "C1", "D1"}));
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[1].second), Texts({"F9", "G9", "H9"}));
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[2].first), Texts({"B6", "C7", "D8"}));
  EXPECT_EQ(NamesOf(kTinyBoard, pairs[2].second), Texts({"F2", "G3", "H4"}));
}

TEST(PunctTest, P2_OffsetsAtRotationZero) {
  EXPECT_EQ(DotNames('T', "I9", 0), Texts({"I9", "I8", "H8"}));
  EXPECT_EQ(DotNames('C', "I9", 0), Texts({"I9", "I8", "I10"}));
  EXPECT_EQ(DotNames('E', "I9", 0), Texts({"I9", "I8", "I7"}));
  EXPECT_EQ(DotNames('L', "I9", 0), Texts({"I9", "I8", "H7"}));
  EXPECT_EQ(DotNames('M', "I9", 0), Texts({"I9", "I8", "H9"}));
  EXPECT_EQ(DotNames('R', "I9", 0), Texts({"I9", "J10", "J11"}));
}

TEST(PunctTest, P2_RotationTurnsEveryDirection) {
  const Texts ends = {"I7", "G7", "G9", "I11", "K11", "K9"};
  const Texts elbows = {"H7", "G8", "H10", "J11", "K10", "J8"};
  for (int rotation = 0; rotation < 6; ++rotation) {
    const std::size_t at = static_cast<std::size_t>(rotation);
    EXPECT_EQ(DotNames('E', "I9", rotation)[2], ends[at]);
    EXPECT_EQ(DotNames('L', "I9", rotation)[2], elbows[at]);
    EXPECT_EQ(DotNames('R', "I9", rotation)[2], elbows[(at + 3) % 6]);
  }
}

TEST(PunctTest, P2_DistinctRotations) {
  for (const char kind : kKinds) {
    EXPECT_EQ(DistinctRotations(kind).size(), kind == 'C' ? 3u : 6u) << kind;
  }
  EXPECT_EQ(DistinctRotations('C'), std::vector<int>({0, 1, 2}));
}

TEST(PunctTest, P2_LIsTheMirrorImageOfR) {
  // The three positions of the PÜNCT in an elbow, both ends and the middle, on the same spaces.
  const auto sorted = [](Texts names) {
    std::sort(names.begin(), names.end());
    return names;
  };
  EXPECT_EQ(sorted(DotNames('M', "I9", 0)), Texts({"H9", "I8", "I9"}));
  EXPECT_EQ(sorted(DotNames('L', "H9", 5)), Texts({"H9", "I8", "I9"}));
  EXPECT_EQ(sorted(DotNames('R', "I8", 5)), Texts({"H9", "I8", "I9"}));
}

TEST(PunctTest, P2_SupplyOfEachKindIsLimited) {
  const std::map<char, std::size_t> counts = {{'T', 6}, {'C', 2}, {'E', 4},
                                              {'L', 2}, {'M', 2}, {'R', 2}};
  for (const auto& [kind, count] : counts) {
    const std::string start = std::string(1, kind) + " ";
    Position position;
    for (std::size_t i = 0; i < count; ++i) {
      // Far apart in two columns, all on the board.
      const Space punct = {-4 + 8 * (static_cast<int>(i) % 2), -2 + 3 * (static_cast<int>(i) / 2)};
      if (i + 1 == count) {
        EXPECT_FALSE(LegalFrom(Punct(Rules(), position), start).empty()) << kind;
      }
      position.pieces.push_back({'w', {kind, punct, 0}, 0});
    }
    EXPECT_TRUE(LegalFrom(Punct(Rules(), position), start).empty()) << kind;
  }
}

TEST(PunctTest, P3_FirstMovesAre4986AsSplit) {
  const Punct game((Rules()));
  EXPECT_EQ(game.LegalMoves(0).size(), 4986u);
  const std::map<char, std::size_t> split = {{'T', 954}, {'C', 444}, {'E', 888},
                                             {'L', 900}, {'M', 900}, {'R', 900}};
  for (const auto& [kind, count] : split) {
    EXPECT_EQ(LegalFrom(game, std::string(1, kind) + " ").size(), count) << kind;
  }
}

TEST(PunctTest, P3_FirstMovesByFootprint) {
  std::map<char, std::set<std::array<Space, 3>>> footprints;
  for (const Turn& turn : LegalTurns(Rules(), Position())) {
    std::array<Space, 3> dots = DotsOf(turn.piece.placement);
    std::sort(dots.begin(), dots.end());
    footprints[turn.piece.placement.kind].insert(dots);
  }
  EXPECT_EQ(footprints['T'].size(), 318u);
  EXPECT_EQ(footprints['C'].size(), 444u);
  EXPECT_EQ(footprints['C'], footprints['E']);
  EXPECT_EQ(footprints['M'].size(), 900u);
  EXPECT_EQ(footprints['M'], footprints['L']);
  EXPECT_EQ(footprints['M'], footprints['R']);
}

TEST(PunctTest, P3_StandardGameKeepsNewPiecesOutOfTheCentreAlsoInPart) {
  Punct game((Rules()));
  EXPECT_FALSE(IsLegal(game, "T I9/0"));
  EXPECT_FALSE(IsLegal(game, "E F7/5"));  // only G7 and H7 are in the centre
  EXPECT_FALSE(IsLegal(game, "E E7/5"));  // only G7
  EXPECT_TRUE(IsLegal(game, "E D7/5"));
  PlayMoves(game, "T B4/0, T B6/0");
  EXPECT_FALSE(IsLegal(game, "E E7/5"));
  PlayMoves(game, "T O12/0");
  EXPECT_FALSE(IsLegal(game, "E E7/5"));
}

TEST(PunctTest, P3_BasicGameRestrictsOnlyTheVeryFirstPiece) {
  Rules rules;
  rules.standard = false;
  Punct game(rules);
  EXPECT_EQ(game.LegalMoves(0).size(), 4986u);
  EXPECT_FALSE(IsLegal(game, "E E7/5"));
  PlayMoves(game, "T B4/0");
  EXPECT_TRUE(IsLegal(game, "E E7/5"));
  PlayMoves(game, "T I9/0");
  EXPECT_TRUE(IsLegal(game, "E E7/5"));
  EXPECT_FALSE(IsLegal(game, "T I9/0"));
}

TEST(PunctTest, P3_NewPiecesNeedThreeEmptySpaces) {
  Punct game((Rules()));
  PlayMoves(game, "E F2/3");
  for (const char* taken : {"T F2/0", "E F4/3", "E E4/5", "M F1/3"}) {
    EXPECT_FALSE(IsLegal(game, taken)) << taken;
  }
  EXPECT_TRUE(IsLegal(game, "E F5/3"));
  EXPECT_TRUE(IsLegal(game, "E E2/3"));
}

TEST(PunctTest, P3_MovesGoStraightAnyDistanceOverAnything) {
  const Punct game = GameAt(Rules(), "w E F4/3; b E F8/3; w T B4/0; w T D4/0; b T N10/0; side w");
  EXPECT_TRUE(IsLegal(game, "F4-F12/3"));  // over an enemy
  EXPECT_TRUE(IsLegal(game, "B4-H4/3"));   // over own pieces
  EXPECT_TRUE(IsLegal(game, "F4-P14/0"));  // from edge to edge
  EXPECT_TRUE(IsLegal(game, "F4-E4/3"));   // a single step
  for (const char* bent : {"F4-G6/", "F4-E5/", "F4-G3/", "F4-H5/", "F4-P13/"}) {
    EXPECT_TRUE(LegalFrom(game, bent).empty()) << bent;
  }
}

TEST(PunctTest, P3_MovesMayEnterTheCentreAlsoInPart) {
  const Punct game = GameAt(Rules(), "w E D7/3; b T N10/0; side w");
  EXPECT_TRUE(IsLegal(game, "D7-H7/5"));
  EXPECT_TRUE(IsLegal(game, "D7-G7/2"));
}

TEST(PunctTest, P3_OnlyOwnPiecesMove) {
  const Punct game = GameAt(Rules(), "w E F2/3; b T N10/0; side w");
  EXPECT_FALSE(LegalFrom(game, "F2-").empty());
  EXPECT_TRUE(LegalFrom(game, "N10-").empty());
}

TEST(PunctTest, P3_ChangingNothingIsNoMove) {
  const Punct game = GameAt(Rules(), "w E F5/3; w C I4/1; w T B4/0; b T N10/0; side w");
  EXPECT_EQ(LegalFrom(game, "F5-F5/").size(), 5u);
  EXPECT_FALSE(IsLegal(game, "F5-F5/3"));
  EXPECT_EQ(LegalFrom(game, "I4-I4/"), Texts({"I4-I4/0", "I4-I4/2"}));
}

TEST(PunctTest, P3_PieceMustEndWhollyOnTheBoard) {
  const Punct game = GameAt(Rules(), "w T B2/2; b T N10/0; side w");
  // With rotations 0 and 1 a dot would be on A1, which is not a space.
  EXPECT_EQ(LegalFrom(game, "B2-B2/"), Texts({"B2-B2/3", "B2-B2/4", "B2-B2/5"}));
}

TEST(PunctTest, P3_EndForEndIsARealMove) {
  Punct game = GameAt(Rules(), "w E F2/3; b T N10/0; side w");
  ASSERT_TRUE(IsLegal(game, "F2-F4/0"));
  const std::string before = game.Knowledge(0);
  PlayMoves(game, "F2-F4/0, N10-N10/1, F4-F2/3, N10-N10/0");
  EXPECT_EQ(TopLevel(Rules(), game, "F3"), 0);
}

TEST(PunctTest, P3_WhiteStartsAndNobodyPasses) {
  Punct game((Rules()));
  EXPECT_EQ(game.Actors(), std::vector<int>({0}));
  PlayMoves(game, "T B4/1");
  EXPECT_EQ(game.Actors(), std::vector<int>({1}));
  EXPECT_FALSE(IsLegal(game, "pass"));
}

TEST(PunctGameTest, MovesAreSortedWithoutRepeatsAndOneForEachTurn) {
  const Rules rules;
  const std::string text = "w E F2/3; b T N10/0; w C I4/1; b M D9/0; side w";
  const Texts legal = GameAt(rules, text).LegalMoves(0);
  EXPECT_TRUE(std::is_sorted(legal.begin(), legal.end()));
  EXPECT_EQ(std::set<std::string>(legal.begin(), legal.end()).size(), legal.size());
  EXPECT_EQ(LegalTurns(rules, ParsePosition(rules, text).position).size(), legal.size());
}

TEST(PunctGameTest, EverybodyKnowsTheSame) {
  Punct game((Rules()));
  PlayMoves(game, "T B4/1, E F2/3");
  EXPECT_EQ(game.Knowledge(0), game.Knowledge(1));
  EXPECT_EQ(game.Knowledge(0), game.Knowledge(kSpectatorSeat));
  EXPECT_EQ(game.Twin(1, 5), (std::vector<Event>{{0, "T B4/1"}, {1, "E F2/3"}}));
  const auto clone = game.Clone();
  PlayMoves(*clone, "B4-B5/1");
  EXPECT_EQ(game.History().size(), 2u);
  EXPECT_NE(clone->Knowledge(0), game.Knowledge(0));
}

TEST(PunctGameTest, IsMadeFromItsText) {
  const auto count = [](const std::string& text) {
    const auto game = MakeReference(text);
    return game == nullptr ? 0 : game->LegalMoves(0).size();
  };
  EXPECT_EQ(count("punct"), 4986u);
  EXPECT_EQ(count("punct{game=basic,max_plies=10,supply=both}"), 4986u);
  EXPECT_GT(count("tiny_punct"), 0u);
  EXPECT_EQ(count("tiny_punct{game=basic}"), count("tiny_punct"));
  for (const char* wrong : {"punct{game=easy}", "punct{supply=none}", "punct{max_plies=0}",
                            "punct{size=9}", "tiny_punct{game=}"}) {
    EXPECT_EQ(MakeReference(wrong), nullptr) << wrong;
  }
}

TEST(PunctGameTest, TinyGameHasOneOfFourKinds) {
  const auto game = MakeReference("tiny_punct");
  ASSERT_NE(game, nullptr);
  for (const char* start : {"T ", "C ", "E ", "L "}) EXPECT_FALSE(LegalFrom(*game, start).empty());
  for (const char* start : {"M ", "R "}) EXPECT_TRUE(LegalFrom(*game, start).empty());
}

}  // namespace
}  // namespace kvintet::reference::punct
