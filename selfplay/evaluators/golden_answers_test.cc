// Tests of golden answers: making, writing, reading and checking them against other evaluators.
#include "selfplay/evaluators/golden_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "envs/registry.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::absl::StatusCode;
using ::kvintet::testing::StatusIs;

std::unique_ptr<envs::Game> Game(const std::string& name) {
  auto game = envs::MakeGame(name);
  EXPECT_OK(game.status());
  return *std::move(game);
}

// Gives the same answer for all positions.
testing::FakeEvaluator Always(const envs::Game& game, Wdl wdl, float first_logit = 0) {
  return testing::FakeEvaluator(game, [=](envs::ConstViews, auto, std::span<float> logits) {
    logits[0] = first_logit;
    return wdl;
  });
}

class GoldenAnswersOfGamesTest : public ::testing::TestWithParam<std::string> {};

// They are stored in files as text.
TEST_P(GoldenAnswersOfGamesTest, HoldWhereTheyWereMadeAndAreReadAsWritten) {
  const auto game = Game(GetParam());
  UniformEvaluator evaluator(*game, 5);
  ASSERT_OK_AND_ASSIGN(const std::vector<GoldenAnswer> made, MakeGoldenAnswers(&evaluator, 1));
  ASSERT_GE(made.size(), 1u);
  std::vector<GoldenAnswer> read;
  for (const GoldenAnswer& answer : made) {
    ASSERT_OK_AND_ASSIGN(read.emplace_back(), ParseGolden(GoldenText(answer)));
    EXPECT_EQ(read.back().record, answer.record);
    EXPECT_EQ(read.back().seat, answer.seat);
  }
  EXPECT_OK(CheckGoldenAnswers(read, {.wdl = 1e-4, .policy = 1e-3}, &evaluator));
  // Another evaluator gives other answers.
  UniformEvaluator other(*game, 6);
  EXPECT_THAT(CheckGoldenAnswers(read, {}, &other),
              StatusIs(StatusCode::kFailedPrecondition, "golden answer 0: wanted win, draw, loss"));
}

INSTANTIATE_TEST_SUITE_P(AllGames, GoldenAnswersOfGamesTest, ::testing::ValuesIn(envs::GameNames()),
                         [](const auto& one) { return one.param; });

TEST(GoldenAnswersTest, AreOfDecisionsEarlyAndLate) {
  const auto game = Game("renju");
  UniformEvaluator evaluator(*game, 5);
  ASSERT_OK_AND_ASSIGN(const std::vector<GoldenAnswer> made, MakeGoldenAnswers(&evaluator, 1));
  ASSERT_EQ(made.size(), 4u);
  for (size_t i = 1; i < made.size(); ++i) {
    EXPECT_GT(made[i].record.size(), made[i - 1].record.size());
  }
}

TEST(GoldenAnswersTest, DifferencesUpToTheToleranceAreAllowed) {
  const auto game = Game("tic_tac_toe");
  auto golden = Always(*game, {0.5f, 0.3f, 0.2f});
  ASSERT_OK_AND_ASSIGN(const std::vector<GoldenAnswer> made, MakeGoldenAnswers(&golden, 1));
  auto near = Always(*game, {0.54f, 0.26f, 0.2f}, 0.1f);
  EXPECT_OK(CheckGoldenAnswers(made, {}, &near));
  auto values = Always(*game, {0.56f, 0.24f, 0.2f});
  EXPECT_THAT(CheckGoldenAnswers(made, {}, &values),
              StatusIs(StatusCode::kFailedPrecondition, "found 0.5600 0.2400"));
  auto policy = Always(*game, {0.5f, 0.3f, 0.2f}, 2.0f);
  EXPECT_THAT(CheckGoldenAnswers(made, {}, &policy),
              StatusIs(StatusCode::kFailedPrecondition, "a policy 0."));
}

TEST(GoldenAnswersTest, WhatIsNoNumberDiffers) {
  const auto game = Game("tic_tac_toe");
  auto golden = Always(*game, {0.5f, 0.3f, 0.2f});
  ASSERT_OK_AND_ASSIGN(const std::vector<GoldenAnswer> made, MakeGoldenAnswers(&golden, 1));
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  auto values = Always(*game, {no_number, 0.3f, 0.2f});
  EXPECT_THAT(CheckGoldenAnswers(made, {}, &values), StatusIs(StatusCode::kFailedPrecondition));
  auto policy = Always(*game, {0.5f, 0.3f, 0.2f}, no_number);
  EXPECT_THAT(CheckGoldenAnswers(made, {}, &policy), StatusIs(StatusCode::kFailedPrecondition));
}

// A game whose rules have changed is a different game.
TEST(GoldenAnswersTest, TheGameMustKnowTheRecordAndItsActions) {
  const auto game = Game("tic_tac_toe");
  auto evaluator = Always(*game, {0.5f, 0.3f, 0.2f});
  const auto check = [&](const GoldenAnswer& answer) {
    return CheckGoldenAnswers({answer}, {}, &evaluator);
  };
  const std::vector<float> nine(9, 1.0f / 9);
  EXPECT_OK(check({"tic_tac_toe", envs::Seat::k0, {0.5f, 0.3f, 0.2f}, nine}));
  EXPECT_THAT(check({"tic_tac_toe; 0 z9", envs::Seat::k1, {}, nine}),
              StatusIs(StatusCode::kFailedPrecondition, "golden answer 0: "));
  EXPECT_THAT(check({"tic_tac_toe", envs::Seat::k1, {}, nine}),
              StatusIs(StatusCode::kFailedPrecondition, "wanted a decision of seat 1"));
  EXPECT_THAT(check({"tic_tac_toe; 0 a1", envs::Seat::k1, {}, nine}),
              StatusIs(StatusCode::kFailedPrecondition, "wanted 9 legal actions, found 8"));
}

TEST(GoldenAnswersTest, OtherTextIsRefused) {
  for (const char* text :
       {"", "0|tic_tac_toe|1 0 0", "2|tic_tac_toe|1 0 0|1", "0|tic_tac_toe|1 0|1",
        "0|tic_tac_toe|1 0 0|x", "0|tic_tac_toe|1 0 0|nan", "0|tic_tac_toe|2 0 0|1"}) {
    EXPECT_THAT(ParseGolden(text), StatusIs(StatusCode::kInvalidArgument, "wanted")) << text;
  }
}

}  // namespace
}  // namespace kvintet::selfplay
