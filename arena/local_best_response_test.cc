// Tests of LocalBestResponse: never above the true best response, and equal to it in games of one
// step.
#include "arena/local_best_response.h"

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "selfplay/solvers/game_tree.h"
#include "tests/support/evaluations.h"
#include "tests/support/hashed_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using selfplay::solvers::GameTree;
using selfplay::solvers::InformationSet;
using selfplay::solvers::Strategy;
using testing::HashedPolicy;
using testing::HashedValue;
using testing::StatusIs;

GameTree TreeOf(const envs::Game& game) {
  return *WriteOut(game, selfplay::solvers::Payoff::kReturn, 1000000);
}

// The policy as a strategy over all information sets.
Strategy StrategyOf(const GameTree& tree, const PolicyOf& policy) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    strategy.push_back(*policy(set.view.Span()));
  }
  return strategy;
}

struct Bound {
  double local = 0;
  double best = 0;
};

// The local and the true best response of one seat against a policy.
Bound BoundOf(const envs::Game& game, const GameTree& tree, envs::Seat seat, const PolicyOf& agent,
              const ValueOf& value) {
  const auto local = LocalBestResponse(game, agent, value, {.seat = seat});
  EXPECT_OK(local);
  return {.local = *local, .best = BestAnswer(tree, envs::Index(seat), StrategyOf(tree, agent))};
}

TEST(LocalBestResponseTest, IsNeverAboveTheBestResponse) {
  for (const char* const text :
       {"kuhn", "goofspiel{cards=3}", "oshi_zumo{coins0=3,coins1=3,size=1}",
        "pursuit{columns=2,rows=2,evader=B2,steps=2}"}) {
    const auto game = testing::Game(text);
    const GameTree tree = TreeOf(*game);
    int below = 0;
    for (uint64_t seed = 0; seed < 8; ++seed) {
      const PolicyOf agent = HashedPolicy(*game, seed);
      for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
        const Bound bound = BoundOf(*game, tree, seat, agent, HashedValue(seed));
        EXPECT_LE(bound.local, bound.best + 1e-6) << text << seed;
        below += bound.local < bound.best - 1e-6 ? 1 : 0;
      }
    }
    EXPECT_GT(below, 0) << text << ": values drawn at random are no good";
  }
}

TEST(LocalBestResponseTest, LeducIsNoExceptionAndAgentsWithoutAPlanLoseMuch) {
  const auto game = testing::Game("leduc");
  const GameTree tree = TreeOf(*game);
  const PolicyOf agent = UniformPolicy(*game);
  // Values of positions under uniform play.
  const ValueOf value = testing::TrueValue(*game, {agent, agent});
  const Bound bound = BoundOf(*game, tree, envs::Seat::k0, agent, value);
  EXPECT_LE(bound.local, bound.best + 1e-6);
  EXPECT_GT(bound.local, 0.5 * bound.best);
}

TEST(LocalBestResponseTest, IsTheBestResponseWhereOneStepIsAll) {
  for (const char* const text :
       {"mini_kontranto{start=2x3_c0t1_c4,steps=1}", "pursuit{columns=2,rows=2,evader=B2,steps=1}",
        "goofspiel{cards=2,order=descending}"}) {
    const auto game = testing::Game(text);
    const GameTree tree = TreeOf(*game);
    for (uint64_t seed = 0; seed < 5; ++seed) {
      const PolicyOf agent = HashedPolicy(*game, seed);
      for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
        const Bound bound =
            BoundOf(*game, tree, seat, agent, testing::TrueValue(*game, {agent, agent}));
        EXPECT_NEAR(bound.local, bound.best, 1e-6) << text << seed;
      }
    }
  }
}

TEST(LocalBestResponseTest, ExploitabilityIsTheMeanOfBothSeats) {
  const auto game = testing::Game("kuhn");
  const GameTree tree = TreeOf(*game);
  const PolicyOf agent = UniformPolicy(*game);
  ASSERT_OK_AND_ASSIGN(
      const double bound,
      ExploitabilityBound(*game, agent, testing::TrueValue(*game, {agent, agent}), {}));
  // NashConv of uniform play is 11/12 chips, 11/24 in returns.
  EXPECT_LE(bound, 11.0 / 48 + 1e-6);
  EXPECT_GT(bound, 0.1);
}

TEST(LocalBestResponseTest, SamplesAgreeWithAllGames) {
  const auto game = testing::Game("kuhn");
  const PolicyOf agent = HashedPolicy(*game, 3);
  const ValueOf value = HashedValue(3);
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    const ExploiterOptions options = {.seat = seat};
    ASSERT_OK_AND_ASSIGN(const double all, LocalBestResponse(*game, agent, value, options));
    ASSERT_OK_AND_ASSIGN(const MeanEstimate sampled,
                         SampleLocalBestResponse(*game, agent, value, options, 2000, 1));
    EXPECT_NEAR(sampled.mean, all, 4 * sampled.standard_error + 1e-9);
    EXPECT_GT(sampled.standard_error, 0);
  }
}

TEST(LocalBestResponseTest, LargeGamesAreRefused) {
  const auto game = testing::Game("leduc");
  const PolicyOf agent = UniformPolicy(*game);
  EXPECT_THAT(LocalBestResponse(*game, agent, HashedValue(1), {.max_positions = 10}),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 10 positions"));
  EXPECT_THAT(LocalBestResponse(*game, agent, HashedValue(1), {.max_moves = 1}),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 1 moves"));
  EXPECT_THAT(SampleLocalBestResponse(*game, agent, HashedValue(1), {}, 1, 0),
              StatusIs(absl::StatusCode::kInvalidArgument, "two games"));
}

}  // namespace
}  // namespace kvintet::arena
