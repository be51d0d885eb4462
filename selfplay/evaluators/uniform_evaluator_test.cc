// Tests of UniformEvaluator.
#include "selfplay/evaluators/uniform_evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/evaluations.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::Evaluations;
using ::testing::Each;

TEST(UniformEvaluatorTest, WithoutSeedEveryActionIsAlikeAndNobodyAhead) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game);
  const Evaluations got(&evaluator, {".../.../...", "X../.O./..."});
  EXPECT_EQ(got.logits.size(), 9 + 7);
  EXPECT_THAT(got.logits, Each(0.0f));
  EXPECT_EQ(got.wdl[0].Value(), 0);
  EXPECT_EQ(evaluator.Id(), "uniform");
}

TEST(UniformEvaluatorTest, HashAnswersAreTheSameOnEveryMachine) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 5);
  const Evaluations got(&evaluator, {".../.../...", "X../.O./..."});
  // Reference values of an earlier run; multiples of 2^-14 and 1/256.
  EXPECT_EQ(got.logits.front() * 0x4000, -21);
  EXPECT_EQ(got.logits.back() * 0x4000, 28041);
  EXPECT_EQ(got.wdl[0], (Wdl{144.0f / 256, 103.0f / 256, 9.0f / 256}));
}

TEST(UniformEvaluatorTest, ProbabilitiesSumToOneExactly) {
  const auto game = testing::Game("tic_tac_toe");
  for (uint64_t seed = 0; seed < 200; ++seed) {
    UniformEvaluator evaluator(*game, seed);
    const Wdl wdl = Evaluations(&evaluator, {".../.../..."}).wdl[0];
    EXPECT_EQ(wdl.win + wdl.draw + wdl.loss, 1);
    EXPECT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0);
  }
}

TEST(UniformEvaluatorTest, AnswerDoesNotDependOnTheBatch) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 5);
  const Evaluations alone(&evaluator, {"X../.O./..."});
  const Evaluations among(&evaluator, {"X../.O./...", ".../.../..."});
  EXPECT_EQ(alone.wdl[0], among.wdl[0]);
  EXPECT_THAT(alone.logits,
              ::testing::ElementsAreArray(among.logits.begin(), among.logits.begin() + 7));
}

TEST(UniformEvaluatorTest, SeedsDiffer) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator first(*game, 0);
  UniformEvaluator second(*game, 1);
  EXPECT_NE(Evaluations(&first, {".../.../..."}).logits,
            Evaluations(&second, {".../.../..."}).logits);
}

}  // namespace
}  // namespace kvintet::selfplay
