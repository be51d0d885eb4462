// Tests of RolloutEvaluator.
#include "selfplay/evaluators/rollout_evaluator.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "envs/text/playthrough.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::Evaluations;

TEST(RolloutEvaluatorTest, CertainEndIsCertain) {
  const auto game = testing::Game("tic_tac_toe");
  RolloutEvaluator evaluator(*game, 8, 1);
  // X has one cell left, which makes a line in the first position and none in the second.
  const Evaluations got(&evaluator, {"XOX/OXO/OX.", "XOX/OOX/.XO"});
  EXPECT_EQ(got.wdl[0], (Wdl{1, 0, 0}));
  EXPECT_EQ(got.wdl[1], (Wdl{0, 1, 0}));
}

TEST(RolloutEvaluatorTest, ValueIsThatOfRandomPlay) {
  const auto game = testing::Game("tic_tac_toe");
  RolloutEvaluator evaluator(*game, 20000, 3);
  const Wdl wdl = Evaluations(&evaluator, {".../.../..."}).wdl[0];
  // By enumeration, X wins 0.5849 and O 0.2881 of the random games, to four digits.
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

// Four black stones in a row that can become a five on either side.
std::string StraightFour(const envs::Game& game) {
  const auto play = envs::Playthrough::FromRecord(
      game, "renju{opening=free}; 0 h8; 1 a1; 0 h9; 1 c1; 0 h10; 1 e1; 0 h7; 1 g1");
  EXPECT_OK(play.status());
  return game.PositionText(play->Position());
}

// One of the baseline's actions nine times in ten, otherwise any.
TEST(RolloutEvaluatorTest, BaselineHasAPolicy) {
  const auto game = testing::Game("renju{opening=free}");
  RolloutEvaluator evaluator(*game, 1, 1, RolloutPolicy::kBaseline);
  const Evaluations got(&evaluator, {StraightFour(*game)});
  const double any = 0.1 / static_cast<double>(got.actions.size());
  int best = 0;
  for (const float logit : got.logits) {
    const double probability = std::exp(static_cast<double>(logit));
    const bool good = probability > 0.1;
    best += good ? 1 : 0;
    EXPECT_NEAR(probability, good ? 0.45 + any : any, 1e-6);
  }
  EXPECT_EQ(best, 2);
  EXPECT_EQ(evaluator.Id(), "greedy_rollouts:1");
}

// The baseline nearly always finds the five; random play hardly ever does.
TEST(RolloutEvaluatorTest, BaselinePlaysTheRollouts) {
  const auto game = testing::Game("renju{opening=free}");
  RolloutEvaluator random(*game, 200, 1);
  RolloutEvaluator baseline(*game, 200, 1, RolloutPolicy::kBaseline);
  const std::string text = StraightFour(*game);
  EXPECT_LT(Evaluations(&random, {text}).wdl[0].Value(), 0.7f);
  EXPECT_GT(Evaluations(&baseline, {text}).wdl[0].Value(), 0.9f);
}

}  // namespace
}  // namespace kvintet::selfplay
