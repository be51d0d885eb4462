// Tests of forced wins: games find some, and each is a win against every answer.
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

using envs::Action;
using envs::Actor;
using envs::ForcedWins;
using envs::Game;
using envs::Playthrough;
using envs::ViewBuffer;

ViewBuffer ViewToAct(const Playthrough& play) {
  return play.View(envs::SeatOf(play.Actors().First()));
}

// Whether `winner`, on turn or not, has won or has a win against every answer.
bool StillWins(const Game& game, const Playthrough& play, Actor winner) {
  if (play.Ended()) {
    return play.Result().returns[static_cast<size_t>(winner)] == 1;
  }
  const ViewBuffer view = ViewToAct(play);
  if (play.Actors().First() == winner) {
    return game.forced_wins()->ForcedWin(view.Span(), 0).has_value();
  }
  const std::vector<Action> answers = envs::LegalList(game, view.Span());
  return std::ranges::all_of(answers, [&](Action answer) {
    Playthrough next = play;
    EXPECT_OK(next.Apply(play.Actors().First(), answer));
    return StillWins(game, next, winner);
  });
}

class ForcedWinTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ForcedWinTest, IsWhereTheReturnIsKnownAndLeadsOnWhateverIsAnswered) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(GetParam()));
  const ForcedWins* const wins = game->forced_wins();
  ASSERT_NE(wins, nullptr);
  int found = 0;
  // Random games of PÜNCT rarely come near a connection.
  const int steps = game->Spec().name == "punct" ? 40000 : 3000;
  EXPECT_OK(Walk(*game, {.steps = steps}, 1, [&](const Playthrough& play) {
    if (play.Ended()) {
      return absl::OkStatus();
    }
    const ViewBuffer view = ViewToAct(play);
    const std::optional<Action> win = wins->ForcedWin(view.Span(), 0);
    EXPECT_EQ(win.has_value(), game->known_returns()->KnownReturn(view.Span()) == 1.0f)
        << game->PositionText(play.Position());
    if (win.has_value()) {
      ++found;
      Playthrough next = play;
      const Actor winner = play.Actors().First();
      EXPECT_OK(next.Apply(winner, *win));
      EXPECT_TRUE(StillWins(*game, next, winner)) << game->PositionText(play.Position());
    }
    return absl::OkStatus();
  }));
  EXPECT_GT(found, 20);
}

INSTANTIATE_TEST_SUITE_P(Games, ForcedWinTest,
                         ::testing::Values("renju", "renju{opening=free}", "renju{forbidden=none}",
                                           "renju{forbidden=masked}", "konkvest", "punct",
                                           "tiny_punct", "hex{size=5}", "connect_four"));

TEST(NoForcedWinTest, GamesWithoutALookAheadHaveNone) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame("tic_tac_toe"));
  EXPECT_EQ(game->forced_wins(), nullptr);
}

}  // namespace
}  // namespace kvintet::conformance
