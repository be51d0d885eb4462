// Tests of RolloutEvaluator.
#include "selfplay/rollout_evaluator.h"

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::Evaluations;

TEST(RolloutEvaluatorTest, CertainEndIsCertain) {
  const auto game = testing::Game("tic_tac_toe");
  RolloutEvaluator evaluator(*game, 8, 1);
  // X has one cell left, which makes a line; then one that makes none.
  const Evaluations got(&evaluator, {"XOX/OXO/OX.", "XOX/OOX/.XO"});
  EXPECT_EQ(got.wdl[0], (Wdl{1, 0, 0}));
  EXPECT_EQ(got.wdl[1], (Wdl{0, 1, 0}));
}

TEST(RolloutEvaluatorTest, ValueIsThatOfRandomPlay) {
  const auto game = testing::Game("tic_tac_toe");
  RolloutEvaluator evaluator(*game, 20000, 3);
  const Wdl wdl = Evaluations(&evaluator, {".../.../..."}).wdl[0];
  // By enumeration: X wins 0.5849, O 0.2881 of the random games, to four digits.
  EXPECT_NEAR(wdl.win, 0.5849, 0.015);
  EXPECT_NEAR(wdl.loss, 0.2881, 0.015);
}

TEST(RolloutEvaluatorTest, AnswerDependsOnTheViewAlone) {
  const auto game = testing::Game("tic_tac_toe");
  RolloutEvaluator evaluator(*game, 7, 1);
  const Evaluations first(&evaluator, {"X../.O./...", ".../.../..."});
  const Evaluations second(&evaluator, {".../.../...", "X../.O./..."});
  EXPECT_EQ(first.wdl[0], second.wdl[1]);
  EXPECT_EQ(first.wdl[1], second.wdl[0]);
}

}  // namespace
}  // namespace kvintet::selfplay
