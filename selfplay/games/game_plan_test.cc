// Tests of PlanGame: shares, and draws that do not depend on each other.
#include "selfplay/games/game_plan.h"

#include <set>

#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

GamePlan Plan(const SelfPlaySettings& settings, uint32_t number) {
  RandomStream opening(7, number, 0, Purpose::kOpening);
  return PlanGame(settings, 7, number, &opening);
}

// The share of 2,000 games whose plan fulfils this.
template <typename Is>
double ShareOf(const SelfPlaySettings& settings, Is is) {
  int count = 0;
  for (uint32_t number = 0; number < 2000; ++number) {
    count += is(Plan(settings, number)) ? 1 : 0;
  }
  return count / 2000.0;
}

TEST(GamePlanTest, WithoutSettingsNothingIsSpecial) {
  SelfPlaySettings settings;
  settings.demonstration_games = 0;
  settings.sparring_share = 0;
  settings.resign_value = -1;
  const auto special = [](const GamePlan& plan) {
    return plan.random_plies > 0 || plan.sparring || plan.demonstration || plan.plays_out ||
           plan.adjudicates;
  };
  EXPECT_EQ(ShareOf(settings, special), 0);
}

TEST(GamePlanTest, SharesAreThoseOfTheSettings) {
  SelfPlaySettings settings;
  settings.sparring_share = 0.3;
  settings.resign_value = -0.9;
  settings.resign_playout_share = 0.2;
  settings.adjudicated_share = 0.6;
  EXPECT_NEAR(ShareOf(settings, [](const GamePlan& plan) { return plan.sparring.has_value(); }),
              0.3, 0.04);
  EXPECT_NEAR(ShareOf(settings, [](const GamePlan& plan) { return plan.plays_out; }), 0.2, 0.04);
  EXPECT_NEAR(ShareOf(settings, [](const GamePlan& plan) { return plan.adjudicates; }), 0.6, 0.04);
  const auto seat_0 = [](const GamePlan& plan) { return plan.sparring == envs::Seat::k0; };
  EXPECT_NEAR(ShareOf(settings, seat_0), 0.15, 0.03);
}

TEST(GamePlanTest, TheFirstGamesDemonstrate) {
  SelfPlaySettings settings;
  settings.demonstration_games = 3;
  EXPECT_TRUE(Plan(settings, 2).demonstration);
  EXPECT_FALSE(Plan(settings, 3).demonstration);
}

TEST(GamePlanTest, OpeningsHaveFromNoneToTheMostRandomPlies) {
  SelfPlaySettings settings;
  settings.opening_random_plies = 4;
  std::set<int> seen;
  for (uint32_t number = 0; number < 200; ++number) {
    seen.insert(Plan(settings, number).random_plies);
  }
  EXPECT_EQ(seen, (std::set<int>{0, 1, 2, 3, 4}));
}

TEST(GamePlanTest, OneSettingDoesNotChangeTheDrawsOfAnother) {
  SelfPlaySettings settings;
  settings.adjudicated_share = 0.5;
  SelfPlaySettings more = settings;
  more.resign_value = -0.9;
  more.resign_playout_share = 0.5;
  more.opening_random_plies = 9;
  for (uint32_t number = 0; number < 100; ++number) {
    EXPECT_EQ(Plan(settings, number).adjudicates, Plan(more, number).adjudicates) << number;
  }
}

}  // namespace
}  // namespace kvintet::selfplay
