// Tests of known returns: they exist, and symmetric images of a position have the same.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/conformance/walk.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Game;
using envs::Playthrough;
using envs::ViewBuffer;

class KnownReturnTest : public ::testing::TestWithParam<const char*> {};

TEST_P(KnownReturnTest, IsTheSameForAllImages) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(GetParam()));
  int known_wins = 0;
  int known_losses = 0;
  EXPECT_OK(Walk(*game, {.steps = 4000}, 1, [&](const Playthrough& play) {
    if (play.Ended()) {
      return absl::OkStatus();
    }
    const ViewBuffer view = play.View(envs::SeatOf(play.Actors().First()));
    const std::optional<float> known = game->known_returns()->KnownReturn(view.Span());
    known_wins += known == 1.0f ? 1 : 0;
    known_losses += known == -1.0f ? 1 : 0;
    for (int symmetry = 1; symmetry < game->Spec().num_symmetries; ++symmetry) {
      ViewBuffer image(1, game->Spec().view_bytes);
      game->TransformView(symmetry, view.Span(), image.Span());
      EXPECT_EQ(game->known_returns()->KnownReturn(image.Span()), known)
          << game->PositionText(play.Position());
    }
    return absl::OkStatus();
  }));
  EXPECT_GT(known_wins, 20);
  EXPECT_EQ(known_losses > 0, game->Spec().name != "tiny_punct");
}

// Whether the seat to act can win before the opponent acts.
bool WinsThisMove(const Game& game, const Playthrough& play) {
  const envs::Actor actor = play.Actors().First();
  const ViewBuffer view = play.View(envs::SeatOf(actor));
  const std::vector<envs::Action> actions = envs::LegalList(game, view.Span());
  return std::ranges::any_of(actions, [&](envs::Action action) {
    Playthrough next = play;
    EXPECT_OK(next.Apply(actor, action));
    return next.Ended() ? next.Result().returns[static_cast<size_t>(actor)] == 1.0f
                        : next.Actors().First() == actor && WinsThisMove(game, next);
  });
}

// Whether every move of the seat to act loses, at once or to the opponent's next move.
bool LosesNextMove(const Game& game, const Playthrough& play) {
  const envs::Actor actor = play.Actors().First();
  const ViewBuffer view = play.View(envs::SeatOf(actor));
  return std::ranges::all_of(envs::LegalList(game, view.Span()), [&](envs::Action action) {
    Playthrough next = play;
    EXPECT_OK(next.Apply(actor, action));
    if (next.Ended()) {
      return next.Result().returns[static_cast<size_t>(envs::Index(envs::SeatOf(actor)))] == -1;
    }
    return next.Actors().Has(actor) ? LosesNextMove(game, next) : WinsThisMove(game, next);
  });
}

// The next action of a game in which both seats often play the baseline's move.
envs::Action HalfGreedy(const Game& game, const ViewBuffer& view, RandomStream* random) {
  std::vector<envs::Action> actions;
  if (random->Below(2) == 0) {
    game.baseline()->GreedyActions(view.Span(), &actions);
  } else {
    actions = envs::LegalList(game, view.Span());
  }
  return actions[random->Below(static_cast<uint32_t>(actions.size()))];
}

// Games that know of wins in one turn, and of wins that no turn can stop.
class KnownTurnTest : public ::testing::TestWithParam<const char*> {};

TEST_P(KnownTurnTest, WhatIsKnownIsDecidedWithinATurnOfEach) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(GetParam()));
  int known_wins = 0;
  int known_losses = 0;
  for (uint32_t number = 0; number < 12; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Playthrough play(*game);
    for (int ply = 0; ply < 200 && !play.Ended(); ++ply) {
      const ViewBuffer view = play.View(envs::SeatOf(play.Actors().First()));
      if (const std::optional<float> known = game->known_returns()->KnownReturn(view.Span())) {
        EXPECT_TRUE(*known == 1.0f ? WinsThisMove(*game, play) : LosesNextMove(*game, play))
            << *known << " " << game->PositionText(play.Position());
        ++(*known == 1.0f ? known_wins : known_losses);
      }
      ASSERT_OK(play.Apply(play.Actors().First(), HalfGreedy(*game, view, &random)));
    }
  }
  EXPECT_GT(known_wins, 5);
  EXPECT_EQ(known_losses > 0, game->Spec().name == "konkvest");
}

INSTANTIATE_TEST_SUITE_P(Games, KnownTurnTest,
                         ::testing::Values("konkvest", "punct", "tiny_punct"));

INSTANTIATE_TEST_SUITE_P(Games, KnownReturnTest,
                         ::testing::Values("renju", "renju{opening=free}", "renju{forbidden=none}",
                                           "renju{forbidden=masked}", "konkvest", "tiny_punct",
                                           "hex{size=5}", "connect_four"));

}  // namespace
}  // namespace kvintet::conformance
