// Tests of the reference PÜNCT: connection, supply, repetition and the other ends (P5).
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "tests/reference/punct/punct_setup.h"

namespace kvintet::reference::punct {
namespace {

// White connects A4 to F6 on the board of 55; only G6 H6 I6 are missing.
const std::string kAlmostWhite = "w E A4/4; w E D6/5; ";

// White turns its triangle from 0 to 1 and back, and Black does the same: four plies.
const std::string kOpening = "T B4/0, T H6/0";
const std::string kShuffle = ", B4-B4/1, H6-H6/1, B4-B4/0, H6-H6/0";

// The board of 55 with as few pieces as the test needs.
Rules FewPieces(const std::map<char, int>& supply) {
  Rules rules = CrowdedRules();
  rules.supply = supply;
  return rules;
}

// The status of a game from its start after these moves.
std::string EndOfGame(const Rules& rules, const std::string& moves) {
  Punct game(rules);
  PlayMoves(game, moves);
  return EndOf(game);
}

std::array<int, 2> MarginAfter(const Rules& rules, const std::string& text,
                               const std::string& moves) {
  Punct game = GameAt(rules, text);
  PlayMoves(game, moves);
  return game.Margin();
}

TEST(PunctEndsTest, P5_ChainBetweenOppositeSidesWins) {
  const std::string position = kAlmostWhite + "b T C3/0; side w";
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G6/5"), "connection 1 -1");
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G7/5"), "connection 1 -1");  // bent
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "T G8/0"), "going on");
}

TEST(PunctEndsTest, P5_BlackConnectsToo) {
  const std::string position = "b E A4/4; b E D6/5; w T C3/0; side b";
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G6/5"), "connection -1 1");
}

TEST(PunctEndsTest, P5_AllThreePairsOfSidesCount) {
  const std::string from_bottom = "w E D1/3; w E D4/4; b T B5/0; side w";  // D1-D3, D4 E5 F6
  EXPECT_EQ(EndAfter(CrowdedRules(), from_bottom, "E F7/3"), "connection 1 -1");
  EXPECT_EQ(EndAfter(CrowdedRules(), from_bottom, "E F8/5"), "going on");
  const std::string from_left = "w E C7/5; w E E6/0; b T H8/0; side w";  // C7 D7 E7, E6-E4
  EXPECT_EQ(EndAfter(CrowdedRules(), from_left, "E F4/5"), "connection 1 -1");
  EXPECT_EQ(EndAfter(CrowdedRules(), from_left, "E D3/2"), "going on");
}

TEST(PunctEndsTest, P5_WholeBoardNeedsSeventeenDots) {
  // A8 B9 C10, then along row 10 to O10.
  const std::string chain = "w E A8/4; w E D10/5; w E G10/5; w E J10/5; w C N10/2; ";
  const std::string position = chain + "b T B4/0; side w";
  EXPECT_EQ(EndAfter(Rules(), position, "T P13/3"), "going on");
  EXPECT_EQ(EndAfter(Rules(), position, "M P10/3"), "connection 1 -1");
}

TEST(PunctEndsTest, P5_SidesThatMeetAreNotOpposite) {
  // A4 B5 B6 connects the side of column A with the side of B6 C7 D8.
  EXPECT_EQ(EndAfter(CrowdedRules(), "w T H8/0; b T G5/0; side w", "R A4/0"), "going on");
}

TEST(PunctEndsTest, P5_ChainsAreOfOneColour) {
  EXPECT_EQ(EndAfter(CrowdedRules(), "w E A4/4; b E D6/5; side w", "E G6/5"), "going on");
}

TEST(PunctEndsTest, P5_LevelsAndBridgesDoNotMatterToAChain) {
  // D6 is White's, F6 is Black's, E6 is empty; White's straight bridges them at level 1.
  const std::string piers = "w E A4/4; w C D7/0; b E F6/3; ";
  EXPECT_EQ(EndAfter(CrowdedRules(), piers + "side w", "E G6/5"), "going on");
  EXPECT_EQ(EndAfter(CrowdedRules(), piers + "w E D6/5; side w", "E G6/5"), "connection 1 -1");
}

TEST(PunctEndsTest, P5_CoveredDotsAreNotInAChainAndUncoveringThemLoses) {
  // Black's straight C7 C6 C5 at level 1 cuts White's chain at C6.
  const std::string position = kAlmostWhite + "b E B6/4; b E C5/0; b E C7/0; side w";
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G6/5"), "going on");
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G6/5, T H9/1"), "going on");
  EXPECT_EQ(EndAfter(CrowdedRules(), position, "E G6/5, C7-E7/5"), "connection 1 -1");
}

TEST(PunctEndsTest, P5_MoverWinsWhenBothConnect) {
  // The straight B4 B5 B6 at level 1 covers one player's chain and completes the other's on A2 B3
  // C4.
  const std::string black_moves =
      "w E A4/4; w M E8/5; w E G8/5; w E B6/4; b E B4/4; b M E6/5; b E G6/5; b E B4/3; side b";
  EXPECT_EQ(EndAfter(CrowdedRules(), black_moves, "B4-C4/1"), "connection -1 1");
  EXPECT_EQ(EndAfter(CrowdedRules(), black_moves, "B4-C4/5"), "connection 1 -1");
  const std::string white_moves =
      "b E A4/4; b M E8/5; b E G8/5; b E B6/4; w E B4/4; w M E6/5; w E G6/5; w E B4/3; side w";
  EXPECT_EQ(EndAfter(CrowdedRules(), white_moves, "B4-C4/1"), "connection 1 -1");
}

TEST(PunctEndsTest, P5_MarginIsTheCentreWhateverTheReason) {
  const std::string position = kAlmostWhite + "b T C5/5; side w";  // b on D5, w on E6 F6
  EXPECT_EQ(MarginAfter(CrowdedRules(), position, "E G6/5"), (std::array<int, 2>{2, 1}));
  Rules basic = CrowdedRules();
  basic.standard = false;
  EXPECT_EQ(MarginAfter(basic, position, "E G6/5"), (std::array<int, 2>{2, 1}));
}

TEST(PunctEndsTest, P5_ConnectionComesBeforeSupply) {
  EXPECT_EQ(EndAfter(FewPieces({{'E', 3}}), kAlmostWhite + "b E C3/5; side w", "E G6/5"),
            "connection 1 -1");
}

TEST(PunctEndsTest, P5_EitherSupplyUsedUpEndsTheGame) {
  const Rules rules = FewPieces({{'T', 1}, {'E', 1}});
  EXPECT_EQ(EndOfGame(rules, kOpening + ", E B1/5"), "supply 0 0");
  EXPECT_EQ(EndOfGame(rules, kOpening + ", B4-B4/1, E B1/5"), "supply 0 0");
  EXPECT_EQ(EndOfGame(rules, kOpening + ", B4-B4/1, H6-H6/1"), "going on");
}

TEST(PunctEndsTest, P5_BothSuppliesMustBeUsedUpWhereTheOptionSaysSo) {
  Rules rules = FewPieces({{'T', 1}, {'E', 1}});
  rules.both = true;
  Punct game(rules);
  PlayMoves(game, kOpening + ", E B1/5");
  EXPECT_EQ(EndOf(game), "going on");
  PlayMoves(game, "H6-H6/1");
  const Texts moves = game.LegalMoves(0);
  EXPECT_FALSE(moves.empty());
  for (const std::string& move : moves) EXPECT_NE(move.find('-'), std::string::npos) << move;
  PlayMoves(game, "B1-B2/5, E G8/5");
  EXPECT_EQ(EndOf(game), "supply 0 0");
}

TEST(PunctEndsTest, P5_CentreDecidesTheStandardGame) {
  const Rules rules = FewPieces({{'T', 1}, {'E', 1}});
  const std::string white_inside = "w T E5/0; b T H6/0; side w";
  EXPECT_EQ(EndAfter(rules, white_inside, "E B1/5"), "supply 1 -1");
  EXPECT_EQ(MarginAfter(rules, white_inside, "E B1/5"), (std::array<int, 2>{3, 0}));
  EXPECT_EQ(EndAfter(rules, "w T H6/0; b T E5/0; side w", "E B1/5"), "supply -1 1");
  const std::string one_each = "w T C4/5; b T G6/2; side w";  // D4 and F6
  EXPECT_EQ(EndAfter(rules, one_each, "E F9/5"), "supply 0 0");
  EXPECT_EQ(MarginAfter(rules, one_each, "E F9/5"), (std::array<int, 2>{1, 1}));
}

TEST(PunctEndsTest, P5_OnlyTopmostDotsOfTheCentreCount) {
  // Black's second triangle covers two of White's three.
  const Rules rules = FewPieces({{'T', 2}, {'E', 1}});
  const std::string position = "w T E5/5; b T C4/5; b T D4/4; side b";
  EXPECT_EQ(EndAfter(rules, position, "E B1/5"), "supply -1 1");
  EXPECT_EQ(MarginAfter(rules, position, "E B1/5"), (std::array<int, 2>{1, 3}));
}

TEST(PunctEndsTest, P5_BasicGameWithoutConnectionIsADraw) {
  Rules rules = FewPieces({{'T', 1}, {'E', 1}});
  rules.standard = false;
  EXPECT_EQ(EndAfter(rules, "w T E5/0; b T H6/0; side w", "E B1/5"), "supply 0 0");
  EXPECT_EQ(MarginAfter(rules, "w T E5/0; b T H6/0; side w", "E B1/5"), (std::array<int, 2>{3, 0}));
}

TEST(PunctEndsTest, P5_ThirdOccurrenceIsADraw) {
  EXPECT_EQ(EndOfGame(TinyRules(), kOpening + kShuffle), "going on");
  EXPECT_EQ(EndOfGame(TinyRules(), kOpening + kShuffle + ", B4-B4/1, H6-H6/1, B4-B4/0"),
            "going on");
  EXPECT_EQ(EndOfGame(TinyRules(), kOpening + kShuffle + kShuffle), "repetition 0 0");
}

TEST(PunctEndsTest, P5_OccurrencesNeedNotFollowEachOther) {
  EXPECT_EQ(EndOfGame(TinyRules(), kOpening + kShuffle + ", B4-B4/2, H6-H6/2, B4-B4/0, H6-H6/0"),
            "repetition 0 0");
}

TEST(PunctEndsTest, P5_PositionsWithTheOtherSideToMoveAreOthers) {
  // The same position after 2, 7 and 12 plies, with Black to move after 7.
  EXPECT_EQ(EndOfGame(TinyRules(), kOpening + ", B4-B4/1, H6-H6/1, B4-B4/2, H6-H6/0, B4-B4/0" +
                                       ", H6-H6/1, B4-B4/1, H6-H6/2, B4-B4/0, H6-H6/0"),
            "going on");
}

TEST(PunctEndsTest, P5_EqualPiecesAreInterchangeable) {
  // White's triangles exchange places by way of D4.
  const std::string exchange = "G4-D4/0, H8-H8/1, B4-G4/0, H8-H8/2, D4-B4/0, H8-H8/0";
  const std::string position = "w T B4/0; w T G4/0; b T H8/0; side w";
  EXPECT_EQ(EndAfter(CrowdedRules(), position, exchange), "going on");
  EXPECT_EQ(EndAfter(CrowdedRules(), position, exchange + ", " + exchange), "repetition 0 0");
}

TEST(PunctEndsTest, P5_EqualRotationsAreOne) {
  const std::string turn = "C3-C3/1, H8-H8/1, C3-C3/2, H8-H8/2, C3-C3/0, H8-H8/0";
  const std::string position = "w C C3/0; b T H8/0; side w";
  EXPECT_EQ(EndAfter(CrowdedRules(), position, turn + ", " + turn), "repetition 0 0");
}

TEST(PunctEndsTest, P5_StraightTurnedEndForEndIsAnotherPosition) {
  // The same spaces are covered, with White to move, after 0, 2 and 4 plies.
  EXPECT_EQ(
      EndAfter(CrowdedRules(), "w E B1/5; b E F9/5; side w", "B1-D1/2, F9-H9/2, D1-B1/5, H9-F9/5"),
      "going on");
}

TEST(PunctEndsTest, P5_MaxPliesIsADraw) {
  Rules rules = TinyRules();
  rules.max_plies = 6;
  EXPECT_EQ(EndOfGame(rules, kOpening + kShuffle), "max_plies 0 0");
  const std::string centre = "w T E5/0; b T H6/0; side w";
  rules.max_plies = 1;
  EXPECT_EQ(EndAfter(rules, centre, "E5-E5/1"), "max_plies 0 0");
  EXPECT_EQ(MarginAfter(rules, centre, "E5-E5/1"), (std::array<int, 2>{3, 0}));
}

TEST(PunctEndsTest, P5_OtherEndsComeBeforeMaxPlies) {
  Rules rules = TinyRules();
  rules.max_plies = 10;
  EXPECT_EQ(EndOfGame(rules, kOpening + kShuffle + kShuffle), "repetition 0 0");
  rules = FewPieces({{'T', 1}, {'E', 1}});
  rules.max_plies = 3;
  EXPECT_EQ(EndOfGame(rules, kOpening + ", E B1/5"), "supply 0 0");
  rules = CrowdedRules();
  rules.max_plies = 1;
  EXPECT_EQ(EndAfter(rules, kAlmostWhite + "b T C3/0; side w", "E G6/5"), "connection 1 -1");
}

// A board of 13 spaces that is all centre, so that no piece can enter in the standard game.
Rules AllCentre() {
  Rules rules = FewPieces({{'T', 3}});
  rules.board = {2, 2};
  return rules;
}

TEST(PunctEndsTest, P5_NoLegalTurnEndsTheGameByTheCentre) {
  EXPECT_EQ(EndOf(Punct(AllCentre())), "no_turn 0 0");
  // White's only piece lies under a black one.
  const Punct blocked = GameAt(AllCentre(), "w T C3/0; b T D4/5; b T D3/1; side w");
  EXPECT_EQ(EndOf(blocked), "no_turn -1 1");
  EXPECT_EQ(blocked.Margin(), (std::array<int, 2>{1, 5}));
}

TEST(PunctEndsTest, P5_NoLegalTurnInTheBasicGameIsADraw) {
  Rules rules = AllCentre();
  rules.standard = false;
  rules.both = true;
  // The four spaces left do not fit a triangle either.
  EXPECT_EQ(EndOf(GameAt(rules, "w T C3/0; b T D4/5; b T D3/1; b T B4/5; side w")), "no_turn 0 0");
}

TEST(PunctEndsTest, P5_MayEndByAMoveThatLeavesNoTurn) {
  // Black steps onto White's last free dots.
  const std::string position = "w T C3/0; b T D4/5; b T D4/5; side b";
  Punct game = GameAt(AllCentre(), position);
  PlayMoves(game, "D4-D3/1");
  EXPECT_EQ(EndOf(game), "no_turn -1 1");
}

}  // namespace
}  // namespace kvintet::reference::punct
