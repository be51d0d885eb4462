// Tests of PlanGame: shares, and draws that do not depend on each other.
#include "selfplay/games/game_plan.h"

#include <set>

#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

GamePlan Plan(const SelfPlayConfig& config, uint32_t number) {
  RandomStream opening(7, number, 0, Purpose::kOpening);
  return PlanGame(config, 7, number, &opening);
}

// The share of 2,000 games whose plan fulfils this.
template <typename Is>
double ShareOf(const SelfPlayConfig& config, Is is) {
  int count = 0;
  for (uint32_t number = 0; number < 2000; ++number) {
    count += is(Plan(config, number)) ? 1 : 0;
  }
  return count / 2000.0;
}

TEST(GamePlanTest, WithoutSettingsNothingIsSpecial) {
  SelfPlayConfig config;
  config.set_demonstration_games(0);
  config.set_sparring_share(0);
  config.set_resign_value(-1);
  const auto special = [](const GamePlan& plan) {
    return plan.random_plies > 0 || plan.sparring || plan.demonstration || plan.plays_out ||
           plan.adjudicates;
  };
  EXPECT_EQ(ShareOf(config, special), 0);
}

TEST(GamePlanTest, SharesAreThoseOfTheSettings) {
  SelfPlayConfig config;
  config.set_sparring_share(0.3);
  config.set_resign_value(-0.9);
  config.set_resign_playout_share(0.2);
  config.set_adjudicated_share(0.6);
  EXPECT_NEAR(ShareOf(config, [](const GamePlan& plan) { return plan.sparring.has_value(); }), 0.3,
              0.04);
  EXPECT_NEAR(ShareOf(config, [](const GamePlan& plan) { return plan.plays_out; }), 0.2, 0.04);
  EXPECT_NEAR(ShareOf(config, [](const GamePlan& plan) { return plan.adjudicates; }), 0.6, 0.04);
  const auto seat_0 = [](const GamePlan& plan) { return plan.sparring == envs::Seat::k0; };
  EXPECT_NEAR(ShareOf(config, seat_0), 0.15, 0.03);
}

TEST(GamePlanTest, TheFirstGamesDemonstrate) {
  SelfPlayConfig config;
  config.set_demonstration_games(3);
  EXPECT_TRUE(Plan(config, 2).demonstration);
  EXPECT_FALSE(Plan(config, 3).demonstration);
}

TEST(GamePlanTest, OpeningsHaveFromNoneToTheMostRandomPlies) {
  SelfPlayConfig config;
  config.set_opening_random_plies(4);
  std::set<int> seen;
  for (uint32_t number = 0; number < 200; ++number) {
    seen.insert(Plan(config, number).random_plies);
  }
  EXPECT_EQ(seen, (std::set<int>{0, 1, 2, 3, 4}));
}

TEST(GamePlanTest, OneSettingDoesNotChangeTheDrawsOfAnother) {
  SelfPlayConfig config;
  config.set_adjudicated_share(0.5);
  SelfPlayConfig more = config;
  more.set_resign_value(-0.9);
  more.set_resign_playout_share(0.5);
  more.set_opening_random_plies(9);
  for (uint32_t number = 0; number < 100; ++number) {
    EXPECT_EQ(Plan(config, number).adjudicates, Plan(more, number).adjudicates) << number;
  }
}

}  // namespace
}  // namespace kvintet::selfplay
