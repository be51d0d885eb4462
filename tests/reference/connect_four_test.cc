// Tests of connect_four's reference: the clauses of docs/small_games.md, lines in every direction.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/reference_registry.h"

namespace kvintet::reference {
namespace {

using Game = std::unique_ptr<ReferenceGame>;
using Values = std::array<double, 2>;

// The game after discs in these columns, such as `dcd`. No disc is dropped after the end.
Game Drop(const std::string& columns) {
  Game game = MakeReference("connect_four");
  for (const char column : columns) {
    EXPECT_FALSE(game->Actors().empty()) << columns << " ends earlier";
    if (game->Actors().empty()) break;
    game->Apply(game->Actors()[0], std::string(1, column));
  }
  return game;
}

// The result as `0 line` or `1 line` (winner and reason), `draw full`, or `none` if the game
// continues.
std::string End(const std::string& columns) {
  const Game game = Drop(columns);
  if (!game->Actors().empty()) return "none";
  const Values returns = game->Returns();
  EXPECT_EQ(returns[0], -returns[1]);
  EXPECT_EQ(game->Margin(), (std::array<int, 2>{0, 0}));
  const std::string winner = returns[0] == 0 ? "draw" : returns[0] == 1 ? "0" : "1";
  return winner + " " + game->Reason();
}

TEST(ConnectFourReferenceTest, CF1_MoveIsAColumnWithAFreeCell) {
  const std::vector<std::string> all = {"a", "b", "c", "d", "e", "f", "g"};
  EXPECT_EQ(Drop("")->LegalMoves(0), all);
  EXPECT_EQ(Drop("ggggg")->LegalMoves(1), all);
  EXPECT_EQ(Drop("gggggg")->LegalMoves(0),
            (std::vector<std::string>{"a", "b", "c", "d", "e", "f"}));
}

TEST(ConnectFourReferenceTest, CF1_SeatsTakeTurnsAndDiscsLieOnOneAnother) {
  const Game game = Drop("ddc");
  EXPECT_EQ(game->Actors(), std::vector<int>{1});
  EXPECT_EQ(game->Knowledge(1), "columns [] [] [X] [XO] [] [] []; must act");
  EXPECT_EQ(game->Knowledge(0), "columns [] [] [X] [XO] [] [] []");
  EXPECT_EQ(game->Knowledge(kSpectatorSeat), game->Knowledge(0));
}

TEST(ConnectFourReferenceTest, CF2_RowWins) {
  EXPECT_EQ(End("aabbcc"), "none");
  EXPECT_EQ(End("aabbccd"), "0 line");
  EXPECT_EQ(End("ggffeed"), "0 line");
  EXPECT_EQ(End("adbecfag"), "1 line");
}

TEST(ConnectFourReferenceTest, CF2_ColumnWins) {
  EXPECT_EQ(End("ababab"), "none");
  EXPECT_EQ(End("abababa"), "0 line");
  EXPECT_EQ(End("gfgfgfaf"), "1 line");
  EXPECT_EQ(End("abababcaa"), "none") << "three, one of the other seat, one";
}

TEST(ConnectFourReferenceTest, CF2_DiagonalsWin) {
  EXPECT_EQ(End("abbccdcddgd"), "0 line") << "a1 b2 c3 d4";
  EXPECT_EQ(End("gffeededdad"), "0 line") << "g1 f2 e3 d4";
}

TEST(ConnectFourReferenceTest, CF2_MoreThanFourWin) {
  EXPECT_EQ(End("aabbddeec"), "0 line") << "a1 to e1";
  EXPECT_EQ(End("aabbddeefgc"), "0 line") << "a1 to f1";
}

TEST(ConnectFourReferenceTest, CF2_LinesDoNotGoRoundTheEdge) {
  EXPECT_EQ(End("eeffgga"), "none") << "e1 f1 g1 a1";
  EXPECT_EQ(End("eafcgca"), "none") << "e1 f1 g1 a2";
  EXPECT_EQ(End("gagafaagafaeb"), "none") << "a4 a5 a6 b1";
}

TEST(ConnectFourReferenceTest, CF2_FullBoardWithoutLineIsDraw) {
  EXPECT_EQ(End("agdaffbbgcdafgbcfbffedaedecdbdbggaceegeac"), "none");
  EXPECT_EQ(End("agdaffbbgcdafgbcfbffedaedecdbdbggaceegeacc"), "draw full");
}

TEST(ConnectFourReferenceTest, CF2_LastDiscCanWin) {
  EXPECT_EQ(End("ecceeaagbgadbegcgececbcgaafagdffddffbbddb"), "none");
  EXPECT_EQ(End("ecceeaagbgadbegcgececbcgaafagdffddffbbddbf"), "1 line");
}

TEST(ConnectFourReferenceTest, TwinIsTheGameItself) {
  const Game game = Drop("ddc");
  EXPECT_EQ(game->History(), (std::vector<Event>{{0, "d"}, {1, "d"}, {0, "c"}}));
  EXPECT_EQ(game->Twin(0, 5), game->History());
}

}  // namespace
}  // namespace kvintet::reference
