// Tests of Goofspiel, by clause of docs/small_games.md.
#include "envs/games/goofspiel/goofspiel.h"

#include <cstring>

#include <gtest/gtest.h>

#include "envs/games/goofspiel/reachable_points.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::goofspiel {
namespace {

Goofspiel Make(const std::map<std::string, std::string>& options) {
  return Goofspiel(*RuleOptions::Resolve(Goofspiel::Options(), options, "goofspiel"));
}

// Both seats bid. Arguments are cards, not actions.
void Bid(const Goofspiel& rules, int card0, int card1, Goofspiel::Position* p) {
  rules.Step(p, nullptr, Actor::kSeat0, card0 - 1);
  rules.Step(p, nullptr, Actor::kSeat1, card1 - 1);
}

std::string Shown(const Goofspiel& rules, const Goofspiel::Position& p, Actor actor, int card,
                  Seat seat) {
  std::array<std::byte, 64> bytes = {};
  const int size = rules.Visible(p, actor, card - 1, seat, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(size)};
}

TEST(GoofspielTest, GO1_ChanceTurnsUpEachPrizeUniformlyTheLastOneIncluded) {
  const Goofspiel rules = Make({{"cards", "2"}});
  Goofspiel::Position p = rules.Initial();
  std::vector<ChanceOutcome> outcomes;
  rules.ChanceOutcomes(p, &outcomes);
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_DOUBLE_EQ(outcomes[1].probability, 0.5);
  EXPECT_EQ(rules.OutcomeName(rules.InitialView(Seat::k0), outcomes[1].outcome), "prize 2");
  rules.Step(&p, nullptr, Actor::kChance, 1);
  Bid(rules, 1, 2, &p);
  EXPECT_EQ(rules.Actors(p), ActorSet::Only(Actor::kChance));
  outcomes.clear();
  rules.ChanceOutcomes(p, &outcomes);
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_DOUBLE_EQ(outcomes[0].probability, 1);
}

TEST(GoofspielTest, GO1_FixedOrdersNeedNoChance) {
  for (const auto& [order, prizes] :
       {std::pair("descending", "321"), std::pair("ascending", "123")}) {
    const Goofspiel rules = Make({{"cards", "3"}, {"order", order}});
    Goofspiel::Position p = rules.Initial();
    std::string seen;
    for (int card = 1; card <= 3; ++card) {
      seen += static_cast<char>('0' + p.prize);
      EXPECT_TRUE(rules.Actors(p).Simultaneous());
      Bid(rules, card, card, &p);
    }
    EXPECT_EQ(seen, prizes);
    EXPECT_TRUE(rules.Actors(p).Empty());
  }
}

TEST(GoofspielTest, GO2_HigherBidTakesThePrizeAndEqualBidsDiscardIt) {
  const Goofspiel rules = Make({{"cards", "3"}, {"order", "descending"}});
  Goofspiel::Position p = rules.Initial();
  Bid(rules, 1, 2, &p);
  EXPECT_EQ(rules.PositionText(p), "prize 2; left 1; hands 2 3 / 1 3; points 0 / 3; bids - / -");
  Bid(rules, 3, 3, &p);
  EXPECT_EQ(rules.PositionText(p), "prize 1; left -; hands 2 / 1; points 0 / 3; bids - / -");
}

TEST(GoofspielTest, GO2_BidIsHiddenUntilBothHaveBid) {
  const Goofspiel rules = Make({{"cards", "3"}, {"order", "descending"}});
  Goofspiel::Position p = rules.Initial();
  const Goofspiel::View before = rules.MakeView(p, Seat::k1);
  EXPECT_EQ(Shown(rules, p, Actor::kSeat0, 3, Seat::k1), "");
  EXPECT_EQ(Shown(rules, p, Actor::kSeat0, 3, Seat::kSpectator), "");
  EXPECT_EQ(Shown(rules, p, Actor::kSeat0, 3, Seat::k0).size(), 1u);
  rules.Step(&p, nullptr, Actor::kSeat0, 2);
  const Goofspiel::View after = rules.MakeView(p, Seat::k1);
  EXPECT_EQ(std::memcmp(&before, &after, sizeof(before)), 0);
  EXPECT_EQ(rules.ViewText(after),
            "prize 3; left 1 2; hands 1 2 3 / 1 2 3; points 0 / 0; bids ? / -");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::k0)),
            "prize 3; left 1 2; hands 1 2 3 / 1 2 3; points 0 / 0; bids 3 / ?");
  EXPECT_EQ(Shown(rules, p, Actor::kSeat1, 1, Seat::k0),
            Shown(rules, p, Actor::kSeat1, 1, Seat::kSpectator));
  EXPECT_NE(Shown(rules, p, Actor::kSeat1, 1, Seat::k0),
            Shown(rules, p, Actor::kSeat1, 2, Seat::k0));
}

TEST(GoofspielTest, GO2_OrderOfCommitmentDoesNotMatter) {
  const Goofspiel rules = Make({{"cards", "3"}, {"order", "descending"}});
  Goofspiel::Position a = rules.Initial();
  Goofspiel::Position b = a;
  std::string seen_a = Shown(rules, a, Actor::kSeat0, 3, Seat::k1);
  rules.Step(&a, nullptr, Actor::kSeat0, 2);
  seen_a += Shown(rules, a, Actor::kSeat1, 1, Seat::k1);
  rules.Step(&a, nullptr, Actor::kSeat1, 0);
  std::string seen_b = Shown(rules, b, Actor::kSeat1, 1, Seat::k1);
  rules.Step(&b, nullptr, Actor::kSeat1, 0);
  seen_b += Shown(rules, b, Actor::kSeat0, 3, Seat::k1);
  rules.Step(&b, nullptr, Actor::kSeat0, 2);
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(a)), 0);
  EXPECT_EQ(seen_a, seen_b);
}

TEST(GoofspielTest, GO3_ResultIsTheDifferenceOrItsSign) {
  for (const auto& [objective, value] : {std::pair("points", 1.0f / 3), std::pair("win", 1.0f)}) {
    const Goofspiel rules =
        Make({{"cards", "2"}, {"objective", objective}, {"order", "descending"}});
    Goofspiel::Position p = rules.Initial();
    Bid(rules, 2, 1, &p);
    Bid(rules, 1, 2, &p);
    const Outcome outcome = rules.Result(p);
    EXPECT_EQ(outcome.margin[0], 2);
    EXPECT_EQ(outcome.margin[1], 1);
    EXPECT_FLOAT_EQ(outcome.returns[0], value);
    EXPECT_EQ(outcome.reason, "cards");
  }
}

TEST(GoofspielTest, FollowedViewEqualsTheMadeOneInAnyOrderOfShowing) {
  const Goofspiel rules = Make({{"cards", "3"}, {"order", "descending"}});
  Goofspiel::Position p = rules.Initial();
  Bid(rules, 1, 2, &p);
  const Goofspiel::View made = rules.MakeView(p, Seat::k1);
  Goofspiel::View at_the_end = rules.InitialView(Seat::k1);
  FollowIn(rules, &at_the_end, nullptr, Actor::kSeat0, 0);
  FollowIn(rules, &at_the_end, nullptr, Actor::kSeat1, 1);
  EXPECT_EQ(std::memcmp(&at_the_end, &made, sizeof(made)), 0);
  Goofspiel::View as_it_went = rules.InitialView(Seat::k1);
  FollowIn(rules, &as_it_went, nullptr, Actor::kSeat0, std::nullopt);
  FollowIn(rules, &as_it_went, nullptr, Actor::kSeat1, 1);
  FollowIn(rules, &as_it_went, nullptr, Actor::kSeat0, 0);
  EXPECT_EQ(std::memcmp(&as_it_went, &made, sizeof(made)), 0);
}

TEST(GoofspielTest, PointsReachableNeedsAPairingOfTheBids) {
  EXPECT_TRUE(PointsReachable({0, 0}, 0, {0, 0}));
  EXPECT_TRUE(PointsReachable({0b1, 0b10}, 0b100, {0, 3}));
  EXPECT_FALSE(PointsReachable({0b1, 0b10}, 0b100, {3, 0}));
  EXPECT_FALSE(PointsReachable({0b1, 0b10}, 0b100, {0, 0}));
  EXPECT_TRUE(PointsReachable({0b11, 0b11}, 0b11, {2, 1}));
  EXPECT_FALSE(PointsReachable({0b11, 0b11}, 0b11, {3, 0}));
  EXPECT_TRUE(PointsReachable({0x1fff, 0x1fff}, 0x1fff, {45, 46}));
  EXPECT_FALSE(PointsReachable({0x1fff, 0x1fff}, 0x1fff, {91, 0}));
}

TEST(GoofspielTest, ParsePositionRefusesWhatPlayCannotReach) {
  const Goofspiel random = Make({{"cards", "3"}});
  for (const char* text : {"prize -; left 1 2 3; hands 1 2 3 / 1 2 3; points 0 / 0; bids - / -",
                           "prize 1; left 3; hands 2 3 / 1 3; points 0 / 2; bids - / 3",
                           "prize -; left -; hands - / -; points 3 / 2; bids - / -"}) {
    const auto p = random.ParsePosition(text);
    ASSERT_OK(p);
    EXPECT_EQ(random.PositionText(*p), text);
  }
  for (const char* text :
       {"", "prize", "prize 3; left 1 2; hands 1 2 3 / 1 2; points 0 / 0; bids - / -",
        "prize 1; left 3; hands 2 3 / 1 3; points 2 / 0; bids - / -",
        "prize 1; left 3; hands 2 3 / 1 3; points 0 / 2; bids 1 / -",
        "prize -; left 1 3; hands 2 3 / 1 3; points 0 / 2; bids 2 / -",
        "prize 1; left 3; hands 2 3 / 1 3; points 0 / 2; bids 2 / 1",
        "prize 9; left 3; hands 2 3 / 1 3; points 0 / 2; bids - / -"}) {
    EXPECT_FALSE(random.ParsePosition(text).ok()) << text;
  }
  const Goofspiel descending = Make({{"cards", "3"}, {"order", "descending"}});
  EXPECT_OK(descending.ParsePosition("prize 2; left 1; hands 2 3 / 1 3; points 0 / 3; bids - / -"));
  EXPECT_FALSE(
      descending.ParsePosition("prize 1; left 2; hands 2 3 / 1 3; points 0 / 3; bids - / -").ok());
  EXPECT_FALSE(
      descending.ParsePosition("prize -; left 1 2; hands 2 3 / 1 3; points 0 / 3; bids - / -")
          .ok());
}

}  // namespace
}  // namespace kvintet::envs::goofspiel
