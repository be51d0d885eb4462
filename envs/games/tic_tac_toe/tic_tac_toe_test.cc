// Tests of TicTacToe, by clause of docs/small_games.md.
#include "envs/games/tic_tac_toe/tic_tac_toe.h"

#include <gtest/gtest.h>

#include "envs/registry.h"

namespace kvintet::envs::tic_tac_toe {
namespace {

// The position after these cells are marked in turn.
TicTacToe::Position After(std::initializer_list<Action> cells) {
  const TicTacToe rules{RuleOptions()};
  TicTacToe::Position position = rules.Initial();
  for (const Action cell : cells) {
    rules.Step(&position, nullptr, rules.Actors(position).First(), cell);
  }
  return position;
}

TEST(TicTacToeTest, TTT1_SeatsMarkFreeCellsInTurn) {
  const TicTacToe rules{RuleOptions()};
  EXPECT_TRUE(rules.Actors(After({})).Has(Seat::k0));
  EXPECT_TRUE(rules.Actors(After({4})).Has(Seat::k1));
  EXPECT_EQ(rules.PositionText(After({4, 0})), "O../.X./...");
}

TEST(TicTacToeTest, TTT2_LineWinsAtOnce) {
  const TicTacToe rules{RuleOptions()};
  const TicTacToe::Position position = After({0, 3, 1, 4, 2});
  EXPECT_TRUE(rules.Actors(position).Empty());
  EXPECT_EQ(rules.Result(position).returns[0], 1);
  EXPECT_EQ(rules.Result(position).reason, "line");
}

TEST(TicTacToeTest, TTT2_FullBoardIsADraw) {
  const TicTacToe rules{RuleOptions()};
  const TicTacToe::Position position = After({0, 1, 2, 4, 3, 5, 7, 6, 8});
  EXPECT_TRUE(rules.Actors(position).Empty());
  EXPECT_EQ(rules.Result(position).returns[0], 0);
  EXPECT_EQ(rules.Result(position).reason, "full");
}

TEST(TicTacToeTest, ParsePositionRefusesWhatPlayCannotReach) {
  const TicTacToe rules{RuleOptions()};
  EXPECT_TRUE(rules.ParsePosition("O../.X./...").ok());
  EXPECT_FALSE(rules.ParsePosition("O../.../...").ok());
  EXPECT_FALSE(rules.ParsePosition("XXX/OOO/...").ok());
  EXPECT_FALSE(rules.ParsePosition("XX").ok());
}

}  // namespace
}  // namespace kvintet::envs::tic_tac_toe
