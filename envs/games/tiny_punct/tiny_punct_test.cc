// Tests of TinyPunct: what the smaller board and supply change.
#include "envs/games/tiny_punct/tiny_punct.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "envs/games/punct/played.h"

namespace kvintet::envs::tiny_punct {
namespace {

using punct::Board;

TEST(TinyPunctTest, BoardHas55Spaces) {
  const Board board(TinyPunct::kBox);
  EXPECT_EQ(board.num_spaces(), 55);
  EXPECT_EQ(board.Centre().Count(), 7);
  EXPECT_TRUE(board.Centre().Has(board.ParseSpace("E5")));
  for (const auto& pair : board.Sides()) {
    EXPECT_EQ(pair[0].Count(), 3);
    EXPECT_EQ(pair[1].Count(), 3);
  }
  EXPECT_NE(board.ParseSpace("A2"), punct::kNoSpot);
  EXPECT_EQ(board.ParseSpace("A1"), punct::kNoSpot);
  EXPECT_EQ(board.ParseSpace("I9"), punct::kNoSpot);
}

TEST(TinyPunctTest, ActionsAndSymmetries) {
  const auto game = *MakeGame("tiny_punct");
  EXPECT_EQ(game->Spec().num_actions, 6 + 55 + 6 * 55);
  EXPECT_EQ(game->Spec().num_symmetries, 12);
  EXPECT_EQ(game->Spec().text, "tiny_punct{game=standard,max_plies=60,supply=either}");
}

TEST(TinyPunctTest, FourKindsStart) {
  const auto game = *MakeGame("tiny_punct");
  std::map<char, int> by_kind;
  for (const std::string& turn : punct::LegalTurns(Playthrough(*game))) {
    ++by_kind[turn[0]];
  }
  EXPECT_EQ(by_kind.size(), 4u);
  EXPECT_EQ(by_kind['E'], 2 * by_kind['C']);
}

}  // namespace
}  // namespace kvintet::envs::tiny_punct
