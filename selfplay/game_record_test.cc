// Tests of GameRecord: what is kept of a decision.
#include "selfplay/game_record.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

using ::testing::FloatNear;

// A decision over these policies, action i the i-th.
Decision DecisionOver(const std::vector<float>& policy) {
  Decision decision;
  for (size_t i = 0; i < policy.size(); ++i) {
    decision.actions.push_back({.action = static_cast<envs::Action>(i), .policy = policy[i]});
  }
  decision.action = 0;
  return decision;
}

std::vector<float> KeptPolicy(const Decision& decision) {
  GameRecord record = {.models = {"m"}};
  AddRow(decision, 0, &record);
  std::vector<envs::Action> legal(decision.actions.size());
  std::iota(legal.begin(), legal.end(), 0);
  std::vector<float> out(legal.size());
  FillPolicy(record, record.rows[0], legal, out);
  return out;
}

TEST(ProbabilityCodeTest, KeepsProbabilitiesWithinTwoAndAHalfPercent) {
  for (double p = 1; p > 4e-6; p *= 0.93) {
    EXPECT_NEAR(static_cast<double>(DecodeProbability(EncodeProbability(p))) / p, 1, 0.0255);
  }
  EXPECT_EQ(EncodeProbability(1), 0);
  EXPECT_EQ(DecodeProbability(EncodeProbability(0)), 0);
  EXPECT_GT(DecodeProbability(EncodeProbability(1e-300)), 0);
}

TEST(GameRecordTest, PolicyOfFewActionsIsKept) {
  const std::vector<float> policy = {0.5f, 0.3f, 0.15f, 0.05f};
  const std::vector<float> kept = KeptPolicy(DecisionOver(policy));
  for (size_t i = 0; i < policy.size(); ++i) {
    EXPECT_NEAR(kept[i], policy[i], 0.03 * static_cast<double>(policy[i]));
  }
}

TEST(GameRecordTest, OneActionHasAllOfThePolicy) {
  EXPECT_THAT(KeptPolicy(DecisionOver({0, 1, 0})), ::testing::ElementsAre(0, 1, 0));
}

TEST(GameRecordTest, ManyActionsShareTheRestEvenly) {
  // One action with half of the policy, the other half on 99.
  std::vector<float> policy(100, 0.5f / 99);
  policy[70] = 0.5f;
  const std::vector<float> kept = KeptPolicy(DecisionOver(policy));
  EXPECT_NEAR(kept[70], 0.5, 0.02);
  EXPECT_NEAR(std::accumulate(kept.begin(), kept.end(), 0.0), 1, 1e-5);
  EXPECT_THAT(kept[99], FloatNear(0.5f / 99, 0.0003f));
}

TEST(GameRecordTest, ValuesAreKeptToTheirStep) {
  Decision decision = DecisionOver({1});
  decision.value = -0.123456;
  decision.draw = 0.75;
  GameRecord record = {.models = {"m"}};
  AddRow(decision, 0, &record);
  EXPECT_NEAR(record.rows[0].Value(), -0.123456, 2e-5);
  EXPECT_NEAR(record.rows[0].Draw(), 0.75, 0.002);
}

TEST(GameRecordTest, ResultIsTheDecidersOwn) {
  GameRecord record = {.events = {{envs::Actor::kSeat0, 1}, {envs::Actor::kSeat1, 2}}, .result = 1};
  EXPECT_EQ(record.ResultFor({.event = 0}), 1);
  EXPECT_EQ(record.ResultFor({.event = 1}), -1);
}

}  // namespace
}  // namespace kvintet::selfplay
