// Tests of policy functions: policies and values of evaluators, and whole moves of a seat.
#include "arena/policy_functions.h"

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/hashed_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using envs::Seat;
using testing::StatusIs;

TEST(PolicyFunctionsTest, AnEvaluatorsPolicyIsTheSoftmaxOfItsLogits) {
  const auto game = testing::Game("tic_tac_toe");
  selfplay::UniformEvaluator evaluator(*game, 7);
  const std::string text = game->PositionText(StartOf(*game).position.Span());
  const testing::Evaluations said(&evaluator, {text});
  ASSERT_OK_AND_ASSIGN(const std::vector<double> policy,
                       PolicyFrom (&evaluator)(testing::ViewOf(*game, text).Span()));
  ASSERT_EQ(policy.size(), 9u);
  double sum = 0;
  for (size_t i = 0; i < 9; ++i) {
    sum += policy[i];
    EXPECT_NEAR(std::log(policy[i] / policy[0]),
                static_cast<double>(said.logits[i]) - static_cast<double>(said.logits[0]), 1e-6);
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(PolicyFunctionsTest, AnEvaluatorsValueIsSeatZeros) {
  const auto game = testing::Game("tic_tac_toe");
  selfplay::UniformEvaluator evaluator(*game, 7);
  GameState state = StartOf(*game);
  Advance(*game, envs::Actor::kSeat0, 4, &state);
  const testing::Evaluations said(&evaluator, {game->PositionText(state.position.Span())});
  ASSERT_OK_AND_ASSIGN(const double value, ValueFrom (&evaluator)(state.position.Span()));
  EXPECT_NEAR(value, -static_cast<double>(said.wdl[0].Value()), 1e-6);
}

TEST(PolicyFunctionsTest, OfADrawByChanceTheValueIsTheMean) {
  const auto game = testing::Game("kuhn");
  selfplay::UniformEvaluator evaluator(*game, 7);
  const ValueOf value = ValueFrom(&evaluator);
  GameState state = StartOf(*game);
  EXPECT_THAT(value(state.position.Span()), testing::IsOkAndHolds(0.0));
  Advance(*game, envs::Actor::kChance, 0, &state);
  double mean = 0;
  for (const envs::Action card : {1, 2}) {
    GameState dealt = state;
    Advance(*game, envs::Actor::kChance, card, &dealt);
    mean += *value(dealt.position.Span()) / 2;
  }
  ASSERT_OK_AND_ASSIGN(const double found, value(state.position.Span()));
  EXPECT_NEAR(found, mean, 1e-12);
}

// A step of Kontranto in which both seats move three pieces simultaneously.
GameState Step(const envs::Game& game) {
  GameState state = StartOf(game);
  EXPECT_OK(game.ParsePosition("conquered A1 / C5; W c B3 D1 t E2; B c F5 t G1 G2; white 0; step",
                               state.position.Span()));
  return state;
}

TEST(PolicyFunctionsTest, MovesAreWholeMovesWithTheirProbabilities) {
  const auto game = testing::Game("kontranto");
  const GameState start = Step(*game);
  ASSERT_OK_AND_ASSIGN(const std::vector<MixedMove> moves,
                       MovesOf(*game, start, Seat::k0, testing::HashedPolicy(*game, 1), 2000));
  double sum = 0;
  for (const MixedMove& move : moves) {
    EXPECT_EQ(move.actions.size(), 3u);
    sum += move.probability;
    const GameState next = AfterMove(*game, start, Seat::k0, move.actions);
    EXPECT_FALSE(envs::ActorsOf(*game, next.position.Span()).Has(Seat::k0));
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_THAT(MovesOf(*game, start, Seat::k0, UniformPolicy(*game), 3),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 3 moves"));
}

TEST(PolicyFunctionsTest, AMoveEndsThoughItsSeatActsAgain) {
  const auto game = testing::Game("kontranto");
  GameState state = Step(*game);
  ASSERT_OK_AND_ASSIGN(const std::vector<MixedMove> first,
                       MovesOf(*game, state, Seat::k0, UniformPolicy(*game), 2000));
  state = AfterMove(*game, state, Seat::k0, first[0].actions);
  // Seat 1's move completes the step, and both act in the next.
  ASSERT_OK_AND_ASSIGN(const std::vector<MixedMove> second,
                       MovesOf(*game, state, Seat::k1, UniformPolicy(*game), 2000));
  for (const MixedMove& move : second) {
    EXPECT_EQ(move.actions.size(), 3u);
  }
  state = AfterMove(*game, state, Seat::k1, second[0].actions);
  EXPECT_TRUE(envs::ActorsOf(*game, state.position.Span()).Has(Seat::k1));
}

}  // namespace
}  // namespace kvintet::arena
