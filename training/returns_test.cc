// Tests of LambdaReturn against sums by hand.
#include "training/returns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kvintet::training {
namespace {

// Seat 0 finds 0.5, 0.25 and -0.25, seat 1 in between 0.75; seat 0 wins.
selfplay::GameRecord Example() {
  selfplay::GameRecord record;
  record.result = 1;
  const auto add = [&](envs::Actor actor, double value) {
    record.rows.push_back({.event = static_cast<int32_t>(record.events.size()),
                           .value = static_cast<int16_t>(value * 32767)});
    record.events.push_back({actor, 0});
  };
  add(envs::Actor::kSeat0, 0.5);
  add(envs::Actor::kSeat1, 0.75);
  add(envs::Actor::kSeat0, 0.25);
  record.events.push_back({envs::Actor::kChance, 0});
  add(envs::Actor::kSeat0, -0.25);
  return record;
}

TEST(LambdaReturnTest, OneGivesTheResultForTheSeat) {
  EXPECT_EQ(LambdaReturn(Example(), 0, {.lambda = 1}), 1);
  EXPECT_EQ(LambdaReturn(Example(), 1, {.lambda = 1}), -1);
}

TEST(LambdaReturnTest, ZeroGivesTheSeatsNextValue) {
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.lambda = 0}), 0.25, 1e-4);
  EXPECT_NEAR(LambdaReturn(Example(), 2, {.lambda = 0}), -0.25, 1e-4);
}

TEST(LambdaReturnTest, LastRowHasTheResultOnly) {
  EXPECT_EQ(LambdaReturn(Example(), 3, {.lambda = 0}), 1);
  EXPECT_EQ(LambdaReturn(Example(), 1, {.lambda = 0.5}), -1);
}

// Only of games that were cut: a draw by the rules is none.
TEST(LambdaReturnTest, AGameThatWasCutMayBeWorthItsLead) {
  selfplay::GameRecord record = Example();
  record.result = 0;
  record.margin = {11, 14};
  EXPECT_EQ(LambdaReturn(record, 3, {.cut_lead = 12}), 0);
  record.truncated = true;
  EXPECT_EQ(LambdaReturn(record, 3, {.cut_lead = 12}), -0.25);
  EXPECT_EQ(LambdaReturn(record, 1, {.cut_lead = 12}), 0.25);
  EXPECT_EQ(LambdaReturn(record, 1, {.cut_lead = 2}), 1);
  EXPECT_EQ(LambdaReturn(record, 1, {.cut_lead = 0}), 0);
}

TEST(LambdaReturnTest, BetweenThemWeightsFallGeometrically) {
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.lambda = 0.5}), 0.5 * 0.25 + 0.25 * -0.25 + 0.25 * 1,
              1e-4);
}

// Row 0 is followed by four events, of which the last ends the game, and row 2 by two.
TEST(LambdaReturnTest, WhatIsFarAwayMayCountLess) {
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.discount = 0.9}), std::pow(0.9, 4), 1e-12);
  EXPECT_NEAR(LambdaReturn(Example(), 1, {.discount = 0.9}), -std::pow(0.9, 3), 1e-12);
  EXPECT_EQ(LambdaReturn(Example(), 3, {.discount = 0.9}), 1);
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.lambda = 0, .discount = 0.9}), 0.81 * 0.25, 1e-4);
  EXPECT_NEAR(LambdaReturn(Example(), 2, {.lambda = 0, .discount = 0.9}), 0.81 * -0.25, 1e-4);
}

}  // namespace
}  // namespace kvintet::training
