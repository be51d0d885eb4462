// Tests of GameRecord: how a decision is stored.
#include "selfplay/records/game_record.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::selfplay {
namespace {

using ::testing::FloatNear;

// A decision with these policy values by action.
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

TEST(SurpriseCodeTest, KeepsSmallOnesFinely) {
  EXPECT_EQ(EncodeSurprise(0), 0);
  EXPECT_EQ(EncodeSurprise(-1e-9), 0);
  EXPECT_EQ(EncodeSurprise(1e9), 255);
  for (double nats = 0.01; nats < 15; nats *= 1.3) {
    const auto kept = static_cast<double>(SurpriseUnits(EncodeSurprise(nats))) / 4096;
    EXPECT_NEAR(kept, nats, std::sqrt(nats) / 60);
  }
}

TEST(GameRecordTest, SurpriseIsTheDivergenceOfThePolicyFromThePrior) {
  Decision decision = DecisionOver({0.75f, 0.25f, 0});
  decision.actions[0].prior = 0.25f;
  decision.actions[1].prior = 0.25f;
  decision.actions[2].prior = 0.5f;
  GameRecord record = {.models = {"m"}};
  AddRow(decision, 0, &record);
  EXPECT_NEAR(record.rows[0].Surprise(), 0.75 * std::log(3), 0.015);
  decision.actions[1].prior = 0;
  AddRow(decision, 0, &record);
  EXPECT_GT(record.rows[1].Surprise(), 2);
  EXPECT_LT(record.rows[1].Surprise(), 15.9);
}

TEST(GameRecordTest, PolicyOfFewActionsIsKept) {
  const std::vector<float> policy = {0.5f, 0.3f, 0.15f, 0.05f};
  const std::vector<float> kept = KeptPolicy(DecisionOver(policy));
  for (size_t i = 0; i < policy.size(); ++i) {
    EXPECT_NEAR(kept[i], policy[i], 0.03 * static_cast<double>(policy[i]));
  }
}

// Rounding to the nearest code would leave the logarithms 0.007 to 0.023 off.
TEST(GameRecordTest, LogarithmsAreRightInTheMeanIfRoundedAtRandom) {
  constexpr int kRows = 4000;
  const std::vector<float> policy = {0.51f, 0.33f, 0.13f, 0.03f};
  Decision decision = DecisionOver(policy);
  decision.behaviour = 0.33;
  GameRecord record = {.models = {"m"}};
  std::vector<double> sums(policy.size());
  double sum = 0;
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int i = 0; i < kRows; ++i) {
    AddRow(decision, 0, &record, &random);
    const std::span<const PolicyEntry> kept = record.PolicyOf(record.rows.back());
    ASSERT_EQ(kept.size(), policy.size());
    for (size_t k = 0; k < kept.size(); ++k) {
      sums[k] += std::log(static_cast<double>(DecodeProbability(kept[k].code)));
    }
    sum += std::log(static_cast<double>(DecodeProbability(record.rows.back().behaviour)));
  }
  for (size_t k = 0; k < policy.size(); ++k) {
    EXPECT_NEAR(sums[k] / kRows, std::log(static_cast<double>(policy[k])), 0.002);
  }
  EXPECT_NEAR(sum / kRows, std::log(0.33), 0.002);
}

TEST(GameRecordTest, OneActionHasAllOfThePolicy) {
  EXPECT_THAT(KeptPolicy(DecisionOver({0, 1, 0})), ::testing::ElementsAre(0, 1, 0));
}

TEST(GameRecordTest, ManyActionsShareTheRestEvenly) {
  // One action has half of the policy, 99 others share the rest.
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
