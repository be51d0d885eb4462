// Tests of Kuhn, by clause of docs/small_games.md.
#include "envs/games/kuhn/kuhn.h"

#include <cstring>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::kuhn {
namespace {

constexpr Action kPass = 0;
constexpr Action kBet = 1;

// The position after these outcomes and actions, each taken by the actor to act.
Kuhn::Position After(std::initializer_list<Action> events) {
  const Kuhn rules{RuleOptions()};
  Kuhn::Position position = rules.Initial();
  for (const Action event : events) {
    rules.Step(&position, nullptr, rules.Actors(position).First(), event);
  }
  return position;
}

std::string Shown(const Kuhn::Position& position, Actor actor, Action action, Seat seat) {
  std::array<std::byte, 64> bytes = {};
  const int size = Kuhn(RuleOptions()).Visible(position, actor, action, seat, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(size)};
}

TEST(KuhnTest, KU1_CardsAreDealtUniformlyWithoutReturn) {
  const Kuhn rules{RuleOptions()};
  std::vector<ChanceOutcome> outcomes;
  rules.ChanceOutcomes(After({}), &outcomes);
  ASSERT_EQ(outcomes.size(), 3u);
  EXPECT_DOUBLE_EQ(outcomes[0].probability, 1.0 / 3);
  outcomes.clear();
  rules.ChanceOutcomes(After({1}), &outcomes);
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_EQ(outcomes[0].outcome, 0);
  EXPECT_EQ(outcomes[1].outcome, 2);
  EXPECT_DOUBLE_EQ(outcomes[0].probability, 0.5);
}

TEST(KuhnTest, KU1_CardIsKnownToItsOwnerAloneAlsoAfterTheEnd) {
  const Kuhn rules{RuleOptions()};
  const Kuhn::Position p = After({0, 2, kBet, kBet});
  EXPECT_TRUE(rules.Actors(p).Empty());
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::k0)), "cards J ?; betting bet bet");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::k1)), "cards ? K; betting bet bet");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::kSpectator)), "cards ? ?; betting bet bet");
  EXPECT_EQ(rules.PositionText(p), "cards J K; betting bet bet");
}

TEST(KuhnTest, KU1_DealIsSeenByItsOwnerAlone) {
  EXPECT_NE(Shown(After({}), Actor::kChance, 0, Seat::k0),
            Shown(After({}), Actor::kChance, 1, Seat::k0));
  EXPECT_EQ(Shown(After({}), Actor::kChance, 0, Seat::k1),
            Shown(After({}), Actor::kChance, 1, Seat::k1));
  EXPECT_NE(Shown(After({0}), Actor::kChance, 1, Seat::k1),
            Shown(After({0}), Actor::kChance, 2, Seat::k1));
  EXPECT_EQ(Shown(After({0}), Actor::kChance, 1, Seat::kSpectator),
            Shown(After({0}), Actor::kChance, 2, Seat::kSpectator));
}

TEST(KuhnTest, KU2_BettingGoesInTurnFromSeat0) {
  const Kuhn rules{RuleOptions()};
  EXPECT_EQ(rules.Actors(After({0, 1})), ActorSet::Only(Actor::kSeat0));
  EXPECT_EQ(rules.Actors(After({0, 1, kPass})), ActorSet::Only(Actor::kSeat1));
  EXPECT_EQ(rules.Actors(After({0, 1, kBet})), ActorSet::Only(Actor::kSeat1));
  EXPECT_EQ(rules.Actors(After({0, 1, kPass, kBet})), ActorSet::Only(Actor::kSeat0));
}

TEST(KuhnTest, KU3_EndsWithTheirMargins) {
  const Kuhn rules{RuleOptions()};
  struct Case {
    std::initializer_list<Action> events;
    int chips;
    std::string_view reason;
  };
  for (const Case& c :
       {Case{{0, 1, kPass, kPass}, -1, "showdown"}, Case{{2, 1, kPass, kPass}, 1, "showdown"},
        Case{{0, 1, kBet, kPass}, 1, "fold"}, Case{{0, 1, kBet, kBet}, -2, "showdown"},
        Case{{2, 1, kPass, kBet, kPass}, -1, "fold"},
        Case{{2, 1, kPass, kBet, kBet}, 2, "showdown"}}) {
    const Kuhn::Position p = After(c.events);
    ASSERT_TRUE(rules.Actors(p).Empty()) << rules.PositionText(p);
    const Outcome outcome = rules.Result(p);
    EXPECT_EQ(outcome.margin[0], c.chips) << rules.PositionText(p);
    EXPECT_EQ(outcome.margin[1], -c.chips);
    EXPECT_EQ(outcome.returns[0], static_cast<float>(c.chips) / 2);
    EXPECT_EQ(outcome.reason, c.reason);
  }
}

TEST(KuhnTest, FollowedViewEqualsTheMadeOne) {
  const Kuhn rules{RuleOptions()};
  Kuhn::View view = rules.InitialView(Seat::k1);
  rules.Follow(&view, nullptr, Actor::kChance, std::nullopt);
  rules.Follow(&view, nullptr, Actor::kChance, 2);
  rules.Follow(&view, nullptr, Actor::kSeat0, kPass);
  const Kuhn::View made = rules.MakeView(After({0, 2, kPass}), Seat::k1);
  EXPECT_EQ(std::memcmp(&view, &made, sizeof(view)), 0);
  EXPECT_TRUE(rules.MustAct(view));
}

TEST(KuhnTest, ResampleDrawsTheOtherCardUniformly) {
  const Kuhn rules{RuleOptions()};
  const Kuhn::View view = rules.MakeView(After({0, 2, kBet}), Seat::k1);
  RandomStream random(7, 0, 0, Purpose::kTest);
  std::array<int, 4> counts = {};
  for (int i = 0; i < 2000; ++i) {
    const Kuhn::Position p = rules.Resample(view, &random);
    EXPECT_EQ(p.cards[1], 3);
    ++counts[p.cards[0]];
  }
  EXPECT_EQ(counts[0] + counts[3], 0);
  EXPECT_NEAR(counts[1], 1000, 100);
}

TEST(KuhnTest, ParsePositionRefusesWhatPlayCannotReach) {
  const Kuhn rules{RuleOptions()};
  for (const char* text : {"cards - -; betting -", "cards K -; betting -", "cards J K; betting -",
                           "cards Q K; betting pass bet bet"}) {
    const auto p = rules.ParsePosition(text);
    ASSERT_OK(p);
    EXPECT_EQ(rules.PositionText(*p), text);
  }
  for (const char* text :
       {"", "cards", "cards J J; betting -", "cards - J; betting -", "cards J -; betting pass",
        "cards J K; betting bet bet bet", "cards J K; betting raise", "cards ? K; betting -"}) {
    EXPECT_FALSE(rules.ParsePosition(text).ok()) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::kuhn
