// Tests of MatchFeeds.
#include "matches/state/match_feeds.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/rng.h"
#include "envs/registry.h"
#include "tests/support/begun_game.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using envs::Actor;
using testing::Begun;
using testing::IsOk;

constexpr size_t kMost = 10;

std::vector<SeenEvent> Told(const MatchFeeds& feeds, Audience audience) {
  return feeds.Of(audience).After(0, kMost);
}

TEST(MatchFeedsTest, EverybodyIsToldInTheSameOrderFromOneOn) {
  MatchFeeds feeds(kMost);
  feeds.Tell({.kind = EventKind::kCreated, .at_millis = 5}, nullptr, "renju");
  feeds.Tell({.kind = EventKind::kJoined, .player = 1}, nullptr, "Ada");
  for (const Audience audience : {Audience::kPlayer0, Audience::kPlayer1, Audience::kSpectators}) {
    const std::vector<SeenEvent> told = Told(feeds, audience);
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0].cursor, 1);
    EXPECT_EQ(told[0].text, "renju");
    EXPECT_EQ(told[0].at_millis, 5);
    EXPECT_EQ(told[1].cursor, 2);
    EXPECT_EQ(told[1].player, 1);
  }
}

TEST(MatchFeedsTest, AnActOfTheDirectorIsToldWithItsPlayerAndItsReason) {
  MatchFeeds feeds(kMost);
  const ToldAct act = {.act = {.kind = DirectorActKind::kForfeited, .reason = "late", .player = 1},
                       .ply = 3};
  feeds.TellAct({.kind = EventKind::kDirectorActed}, nullptr, act);
  for (const Audience audience : {Audience::kPlayer0, Audience::kPlayer1, Audience::kSpectators}) {
    const std::vector<SeenEvent> told = Told(feeds, audience);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].player, 1);
    EXPECT_EQ(told[0].text, "late");
    ASSERT_TRUE(told[0].act.has_value());
    EXPECT_EQ(told[0].act->act.kind, DirectorActKind::kForfeited);
    EXPECT_EQ(told[0].act->ply, 3);
  }
}

TEST(FeedTest, KeepsTheNewestEventsOnly) {
  Feed feed(2);
  feed.Add({.text = "a"});
  feed.Add({.text = "b"});
  EXPECT_EQ(feed.First(), 1);
  ASSERT_EQ(feed.After(0, kMost).size(), 2u);
  feed.Add({.text = "c"});
  EXPECT_EQ(feed.First(), 2);
  EXPECT_EQ(feed.Last(), 3);
  EXPECT_EQ(feed.After(1, kMost)[0].text, "b");
}

TEST(MatchFeedsTest, OnlyThePlayerIsToldOfAWarning) {
  MatchFeeds feeds(kMost);
  feeds.Tell({.kind = EventKind::kAsked, .player = 1}, nullptr, "");
  EXPECT_EQ(Told(feeds, Audience::kPlayer1).size(), 1u);
  EXPECT_TRUE(Told(feeds, Audience::kPlayer0).empty());
  EXPECT_TRUE(Told(feeds, Audience::kSpectators).empty());
}

TEST(MatchFeedsTest, OfAHiddenChoiceOthersAreToldOnlyIfAllMayKnow) {
  const MatchGame game = Begun("kontranto");
  const MatchEvent event = {.kind = EventKind::kCommitted, .player = 0};
  MatchFeeds feeds(kMost);
  feeds.TellCommit(event, game, {.seal = "seal"}, false);
  EXPECT_EQ(Told(feeds, Audience::kPlayer0).size(), 1u);
  EXPECT_TRUE(Told(feeds, Audience::kPlayer1).empty());
  EXPECT_TRUE(Told(feeds, Audience::kSpectators).empty());
  feeds.TellCommit(event, game, {.seal = "seal"}, true);
  ASSERT_EQ(Told(feeds, Audience::kSpectators).size(), 1u);
  EXPECT_EQ(Told(feeds, Audience::kSpectators)[0].sealed->seal, "seal");
}

TEST(MatchFeedsTest, EachSeatIsToldOnlyTheChanceThatItKnows) {
  MatchGame game = Begun("kuhn");
  RandomStream random(1, 0, 0, Purpose::kTest);
  game.play.ApplyChance(&random);
  MatchFeeds feeds(kMost);
  feeds.TellMoves({.kind = EventKind::kChance}, game, 0, {});
  for (int player = 0; player < kPlayers; ++player) {
    const std::vector<SeenEvent> told = Told(feeds, static_cast<Audience>(player));
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].kind, EventKind::kChance);
    EXPECT_EQ(told[0].text,
              game.play.SeatEvents(game.seats[static_cast<size_t>(player)], 0)[0].text);
  }
  EXPECT_NE(Told(feeds, Audience::kPlayer0)[0].text, Told(feeds, Audience::kPlayer1)[0].text);
}

TEST(MatchFeedsTest, AMoveIsToldWithItsPlayerItsPlyAndTheOfferOfADraw) {
  MatchGame game = Begun("tic_tac_toe");
  ASSERT_THAT(game.play.ApplyMove(Actor::kSeat0, "a1"), IsOk());
  ASSERT_THAT(game.play.ApplyMove(Actor::kSeat1, "b1"), IsOk());
  game.plies_before = 7;
  MatchFeeds feeds(kMost);
  feeds.TellMoves({.kind = EventKind::kMoved, .player = 0, .flag = true}, game, 1, {});
  const std::vector<SeenEvent> told = Told(feeds, Audience::kSpectators);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].player, 0);
  EXPECT_EQ(told[0].ply, 8);
  EXPECT_EQ(told[0].text, "b1");
  EXPECT_TRUE(told[0].offers_draw);
}

TEST(MatchFeedsTest, RevealedChoicesComeWithTheirCommitments) {
  MatchGame game = Begun("kontranto");
  ASSERT_THAT(game.play.ApplyMove(Actor::kSeat0, "circle"), IsOk());
  ASSERT_THAT(game.play.ApplyMove(Actor::kSeat1, "triangle"), IsOk());
  OpenedChoices opened;
  opened[0] = {.player = 0, .seal = "of 0"};
  opened[1] = {.player = 1, .seal = "of 1"};
  MatchFeeds feeds(kMost);
  feeds.TellMoves({.kind = EventKind::kCommitted, .player = 0}, game, 0, opened);
  const std::vector<SeenEvent> told = Told(feeds, Audience::kPlayer0);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].player, 1);
  EXPECT_EQ(told[0].sealed->seal, "of 1");
  EXPECT_EQ(told[1].sealed->seal, "of 0");
}

}  // namespace
}  // namespace kvintet::matches
