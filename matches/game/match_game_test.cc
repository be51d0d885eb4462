// Tests of MatchGame.
#include "matches/game/match_game.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "envs/registry.h"
#include "tests/support/begun_game.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using envs::Actor;
using envs::Seat;
using testing::Begun;
using testing::IsOk;
using testing::StatusIs;

TEST(MatchGameTest, APlayedLineIsKept) {
  MatchGame game = Begun("tic_tac_toe");
  ASSERT_THAT(game.Play(Actor::kSeat0, {.player = 1, .text = "a1", .spent = 5}), IsOk());
  ASSERT_EQ(game.lines.size(), 1u);
  EXPECT_EQ(game.lines[0].text, "a1");
  EXPECT_EQ(game.lines[0].spent, 5);
  EXPECT_EQ(game.Ply(), 1);
  EXPECT_EQ(game.PlayerOf(Actor::kSeat0), 1);
}

TEST(MatchGameTest, AnIllegalMoveChangesNothing) {
  MatchGame game = Begun("tic_tac_toe");
  EXPECT_THAT(game.Play(Actor::kSeat0, {.player = 1, .text = "z9"}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_TRUE(game.lines.empty());
  EXPECT_EQ(game.Ply(), 0);
}

TEST(MatchGameTest, WhoHasChosenIsNotAwaited) {
  MatchGame game = Begun("kontranto");
  EXPECT_TRUE(game.Awaits(0));
  game.commits[0] = {.move = "circle"};
  EXPECT_FALSE(game.Awaits(0));
  EXPECT_TRUE(game.Awaits(1));
}

TEST(MatchGameTest, Q8_ARestartExchangesTheSeatsAndGoesOnCounting) {
  MatchGame game = Begun("tic_tac_toe");
  ASSERT_THAT(game.Play(Actor::kSeat0, {.player = 1, .text = "a1"}), IsOk());
  const std::string record = game.play.Record();
  game.Restart();
  EXPECT_EQ(game.seats, (PlayerSeats{Seat::k0, Seat::k1}));
  EXPECT_EQ(game.parts, std::vector<std::string>{record});
  EXPECT_TRUE(game.play.Events().empty());
  EXPECT_EQ(game.Ply(), 1);
  ASSERT_THAT(game.Play(Actor::kSeat0, {.player = 0, .text = "a1"}), IsOk());
  EXPECT_EQ(game.lines.back().resets, 1);
}

TEST(MatchGameTest, OfEachAgentEveryChangeOfTheModelIsNoted) {
  MatchGame game = Begun("tic_tac_toe");
  game.NoteAgents({AgentModel{.id = "first"}, {}});
  ASSERT_THAT(game.Play(Actor::kSeat0, {.player = 1, .text = "a1"}), IsOk());
  game.NoteAgents({AgentModel{.id = "second"}, {}});
  ASSERT_EQ(game.agents[0].size(), 2u);
  EXPECT_EQ(game.agents[0][1].model.id, "second");
  EXPECT_EQ(game.agents[0][1].since_ply, 1);
  EXPECT_TRUE(game.agents[1].empty());
}

}  // namespace
}  // namespace kvintet::matches
