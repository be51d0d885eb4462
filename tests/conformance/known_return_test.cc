// What the rules know of a position they know of its images, and they know something.
#include <memory>
#include <optional>

#include <gtest/gtest.h>

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
    const std::optional<float> known = game->KnownReturn(view.Span());
    known_wins += known == 1.0f ? 1 : 0;
    known_losses += known == -1.0f ? 1 : 0;
    for (int symmetry = 1; symmetry < game->Spec().num_symmetries; ++symmetry) {
      ViewBuffer image(1, game->Spec().view_bytes);
      game->TransformView(symmetry, view.Span(), image.Span());
      EXPECT_EQ(game->KnownReturn(image.Span()), known) << game->PositionText(play.Position());
    }
    return absl::OkStatus();
  }));
  EXPECT_GT(known_wins, 50);
  EXPECT_GT(known_losses, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, KnownReturnTest,
                         ::testing::Values("renju", "renju{opening=free}", "renju{forbidden=none}",
                                           "renju{forbidden=masked}"));

}  // namespace
}  // namespace kvintet::conformance
