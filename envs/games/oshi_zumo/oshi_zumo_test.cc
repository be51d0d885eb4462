// Tests of OshiZumo, by clause of docs/small_games.md.
#include "envs/games/oshi_zumo/oshi_zumo.h"

#include <cstring>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::oshi_zumo {
namespace {

OshiZumo Make(const std::map<std::string, std::string>& options) {
  return OshiZumo(*RuleOptions::Resolve(OshiZumo::Options(), options, "oshi_zumo"));
}

using Bids = std::vector<std::pair<int, int>>;

// The position after these rounds.
OshiZumo::Position After(const OshiZumo& rules, const Bids& rounds) {
  OshiZumo::Position p = rules.Initial();
  for (const auto& [bid0, bid1] : rounds) {
    EXPECT_TRUE(rules.Actors(p).Simultaneous());
    rules.Step(&p, nullptr, Actor::kSeat1, bid1);
    rules.Step(&p, nullptr, Actor::kSeat0, bid0);
  }
  return p;
}

std::vector<Action> Legal(const OshiZumo& rules, const OshiZumo::Position& p, Seat seat) {
  uint64_t words[1] = {0};
  rules.LegalActions(rules.MakeView(p, seat), ActionMask(words));
  std::vector<Action> actions;
  ActionMask(words).List(&actions);
  return actions;
}

TEST(OshiZumoTest, OZ1_BidsGoFromTheLeastToAllCoins) {
  using Actions = std::vector<Action>;
  const OshiZumo one = Make({{"coins0", "3"}, {"coins1", "1"}});
  EXPECT_EQ(Legal(one, one.Initial(), Seat::k0), Actions({1, 2, 3}));
  const OshiZumo zero = Make({{"coins0", "3"}, {"coins1", "1"}, {"min_bid", "0"}});
  EXPECT_EQ(Legal(zero, zero.Initial(), Seat::k1), Actions({0, 1}));
  EXPECT_EQ(Legal(one, After(one, {{1, 1}}), Seat::k1), Actions({0}));
}

TEST(OshiZumoTest, OZ1_BothBidsArePaid) {
  const OshiZumo rules = Make({});
  EXPECT_EQ(rules.PositionText(After(rules, {{4, 3}})),
            "round 1; wrestler 5; coins 6 / 7; bids - / -");
}

TEST(OshiZumoTest, OZ1_BidIsHiddenUntilBothHaveBid) {
  const OshiZumo rules = Make({});
  OshiZumo::Position p = rules.Initial();
  const OshiZumo::View before = rules.MakeView(p, Seat::k1);
  std::array<std::byte, 64> bytes = {};
  EXPECT_EQ(rules.Visible(p, Actor::kSeat0, 4, Seat::k1, bytes), 0);
  EXPECT_EQ(rules.Visible(p, Actor::kSeat0, 4, Seat::kSpectator, bytes), 0);
  rules.Step(&p, nullptr, Actor::kSeat0, 4);
  const OshiZumo::View after = rules.MakeView(p, Seat::k1);
  EXPECT_EQ(std::memcmp(&before, &after, sizeof(before)), 0);
  EXPECT_EQ(rules.ViewText(after), "round 0; wrestler 4; coins 10 / 10; bids ? / -");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::k0)),
            "round 0; wrestler 4; coins 10 / 10; bids 4 / ?");
  EXPECT_FALSE(rules.MustAct(rules.MakeView(p, Seat::k0)));
  EXPECT_TRUE(rules.MustAct(after));
  EXPECT_EQ(rules.Visible(p, Actor::kSeat1, 3, Seat::kSpectator, bytes), 2);
  EXPECT_EQ(bytes[0], std::byte{4});
  EXPECT_EQ(bytes[1], std::byte{3});
}

TEST(OshiZumoTest, OZ2_HigherBidPushes) {
  const OshiZumo rules = Make({});
  EXPECT_EQ(After(rules, {{2, 1}}).place, 5);
  EXPECT_EQ(After(rules, {{1, 2}}).place, 3);
  EXPECT_EQ(After(rules, {{2, 2}}).place, 4);
}

TEST(OshiZumoTest, OZ3_EndsAtTheEdge) {
  const OshiZumo rules = Make({{"size", "1"}});
  const OshiZumo::Position p = After(rules, {{1, 2}, {1, 2}});
  ASSERT_TRUE(rules.Actors(p).Empty());
  const Outcome outcome = rules.Result(p);
  EXPECT_EQ(outcome.returns[0], -1);
  EXPECT_EQ(outcome.margin[0], 8);
  EXPECT_EQ(outcome.margin[1], 6);
  EXPECT_EQ(outcome.reason, "edge");
}

TEST(OshiZumoTest, OZ3_EndsWithoutCoins) {
  const OshiZumo rules = Make({{"coins0", "2"}, {"coins1", "2"}});
  const OshiZumo::Position p = After(rules, {{2, 1}, {0, 1}});
  ASSERT_TRUE(rules.Actors(p).Empty());
  EXPECT_EQ(rules.Result(p).returns[0], 0);
  EXPECT_EQ(rules.Result(p).reason, "coins");
}

TEST(OshiZumoTest, OZ3_EndsAfterTheHorizon) {
  const OshiZumo rules = Make({{"horizon", "2"}, {"min_bid", "0"}});
  const OshiZumo::Position p = After(rules, {{1, 0}, {0, 0}});
  ASSERT_TRUE(rules.Actors(p).Empty());
  EXPECT_EQ(rules.Result(p).returns[0], 1);
  EXPECT_EQ(rules.Result(p).reason, "horizon");
}

TEST(OshiZumoTest, LongestGameIsWithinItsBound) {
  const OshiZumo rules = Make({{"coins0", "4"}, {"coins1", "2"}});
  const OshiZumo::Position p = After(rules, {{1, 1}, {1, 1}, {1, 0}, {1, 0}});
  EXPECT_TRUE(rules.Actors(p).Empty());
  EXPECT_EQ(2 * p.round, rules.Spec().max_game_length);
}

TEST(OshiZumoTest, ObservationIsFromTheOwnSide) {
  const OshiZumo rules = Make({{"size", "1"}, {"coins0", "3"}, {"coins1", "3"}});
  const auto planes_of = [&](const OshiZumo::Position& p, Seat seat) {
    std::vector<uint8_t> planes(static_cast<size_t>(rules.Spec().PlaneBytes()));
    std::array<float, 1> globals = {};
    rules.Observe(rules.MakeView(p, seat), planes, globals);
    return planes;
  };
  EXPECT_EQ(planes_of(After(rules, {{2, 1}}), Seat::k0),
            planes_of(After(rules, {{1, 2}}), Seat::k1));
  EXPECT_NE(planes_of(After(rules, {{2, 1}}), Seat::k0),
            planes_of(After(rules, {{2, 1}}), Seat::k1));
}

TEST(OshiZumoTest, FollowedViewEqualsTheMadeOne) {
  const OshiZumo rules = Make({});
  OshiZumo::View view = rules.InitialView(Seat::kSpectator);
  FollowIn(rules, &view, nullptr, Actor::kSeat0, 4);
  FollowIn(rules, &view, nullptr, Actor::kSeat1, 3);
  FollowIn(rules, &view, nullptr, Actor::kSeat0, std::nullopt);
  OshiZumo::Position p = After(rules, {{4, 3}});
  rules.Step(&p, nullptr, Actor::kSeat0, 1);
  const OshiZumo::View made = rules.MakeView(p, Seat::kSpectator);
  EXPECT_EQ(std::memcmp(&view, &made, sizeof(view)), 0);
}

TEST(OshiZumoTest, ParsePositionRefusesWhatPlayCannotReach) {
  const OshiZumo rules = Make({});
  for (const char* text : {"round 0; wrestler 4; coins 10 / 10; bids - / -",
                           "round 3; wrestler 6; coins 2 / 7; bids 2 / -",
                           "round 4; wrestler 8; coins 1 / 6; bids - / -"}) {
    const auto p = rules.ParsePosition(text);
    ASSERT_OK(p);
    EXPECT_EQ(rules.PositionText(*p), text);
  }
  for (const char* text :
       {"", "round 0; wrestler 5; coins 9 / 10; bids - / -",
        "round 0; wrestler 4; coins 9 / 10; bids - / -",
        "round 3; wrestler 4; coins 8 / 7; bids - / -",
        "round 1; wrestler 5; coins 11 / 9; bids - / -",
        "round 1; wrestler 5; coins 7 / 9; bids 8 / -",
        "round 1; wrestler 5; coins 7 / 9; bids 0 / -",
        "round 1; wrestler 5; coins 7 / 9; bids 1 / 1",
        "round 4; wrestler 8; coins 1 / 6; bids 1 / -", "round 1; wrestler 5; coins 7 / 9"}) {
    EXPECT_FALSE(rules.ParsePosition(text).ok()) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::oshi_zumo
