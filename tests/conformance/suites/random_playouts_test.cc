// Tests of random playouts: they give the result of single steps and draw the same.
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Action;
using envs::Actor;
using envs::Game;
using envs::Playthrough;

// A random action of the first actor, or outcome of chance.
Action RandomEvent(const Game& game, const Playthrough& play, RandomStream* random) {
  const Actor actor = play.Actors().First();
  if (actor == Actor::kChance) {
    std::vector<envs::ChanceOutcome> outcomes;
    game.ChanceOutcomes(play.Position(), &outcomes);
    return envs::DrawOutcome(outcomes, random);
  }
  const std::vector<Action> legal = envs::LegalList(game, play.View(envs::SeatOf(actor)).Span());
  return legal[random->Below(static_cast<uint32_t>(legal.size()))];
}

envs::Outcome ByStep(const Game& game, Playthrough play, RandomStream* random) {
  while (!play.Ended()) {
    EXPECT_OK(play.Apply(play.Actors().First(), RandomEvent(game, play, random)));
  }
  return play.Result();
}

class RandomPlayoutsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RandomPlayoutsTest, AreGamesByStep) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(GetParam()));
  uint32_t number = 0;
  int wins = 0;
  EXPECT_OK(Walk(*game, {.steps = 1500}, 1, [&](const Playthrough& play) {
    RandomStream by_step(1, ++number, 0, Purpose::kTest);
    RandomStream at_once = by_step;
    const envs::Outcome wanted = ByStep(*game, play, &by_step);
    const envs::Outcome found = game->random_playouts()->PlayOut(play.Position(), &at_once);
    EXPECT_EQ(found.returns, wanted.returns) << game->PositionText(play.Position());
    EXPECT_EQ(found.margin, wanted.margin) << game->PositionText(play.Position());
    EXPECT_EQ(found.reason, wanted.reason) << game->PositionText(play.Position());
    EXPECT_EQ(at_once.Next64(), by_step.Next64()) << game->PositionText(play.Position());
    wins += wanted.returns[0] > 0 ? 1 : 0;
    return absl::OkStatus();
  }));
  EXPECT_GT(wins, 300);
  EXPECT_LT(wins, 1200);
}

INSTANTIATE_TEST_SUITE_P(Games, RandomPlayoutsTest,
                         ::testing::Values("tantrix", "tantrix{racks=open,reward=tournament}",
                                           "tantrix{colours=blue-green,lottery=no}",
                                           "tiny_tantrix"));

}  // namespace
}  // namespace kvintet::conformance
