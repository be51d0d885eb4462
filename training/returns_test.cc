// Tests of LambdaReturn and LambdaWdl against sums by hand.
#include "training/returns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kvintet::training {
namespace {

// Seat 0 finds 0.5, 0.25 and -0.25, seat 1 in between 0.75; seat 0 wins.
selfplay::GameRecord Example() {
  selfplay::GameRecord record;
  record.result = 1;
  record.models = {"a model"};
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
}

// Seat 0 found -0.25 last.
TEST(LambdaReturnTest, AGameThatWasCutIsWorthWhatItsLastSearchFound) {
  selfplay::GameRecord record = Example();
  record.result = 0;
  EXPECT_EQ(LambdaReturn(record, 0, {}), 0);
  record.truncated = true;
  EXPECT_NEAR(LambdaReturn(record, 0, {}), -0.25, 1e-4);
  EXPECT_NEAR(LambdaReturn(record, 1, {}), 0.25, 1e-4);
  record.models = {"greedy"};
  EXPECT_EQ(LambdaReturn(record, 1, {}), 0);
}

TEST(LambdaWdlTest, AGameWithoutDrawsStaysOne) {
  for (const double lambda : {0.0, 0.3, 0.95, 1.0}) {
    for (const size_t row : {0u, 1u, 2u, 3u}) {
      const selfplay::Wdl wdl = LambdaWdl(Example(), row, {.lambda = lambda});
      EXPECT_NEAR(wdl.draw, 0, 1e-6) << lambda << " " << row;
      EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-6);
      EXPECT_NEAR(wdl.Value(), LambdaReturn(Example(), row, {.lambda = lambda}), 1e-6);
    }
  }
}

// A search that found 0.25 with a draw as likely as not found 0.375 and 0.125 besides.
TEST(LambdaWdlTest, MixesDrawsAsTheyWereFound) {
  selfplay::GameRecord record = Example();
  record.rows[2].draw = 128;
  const selfplay::Wdl wdl = LambdaWdl(record, 0, {.lambda = 0});
  EXPECT_NEAR(wdl.win, 0.375, 2e-3);
  EXPECT_NEAR(wdl.draw, 0.5, 2e-3);
  EXPECT_NEAR(wdl.loss, 0.125, 2e-3);
}

TEST(LambdaWdlTest, AResultIsCertain) {
  selfplay::GameRecord record = Example();
  EXPECT_EQ(LambdaWdl(record, 1, {}), (selfplay::Wdl{.win = 0, .draw = 0, .loss = 1}));
  record.result = 0;
  EXPECT_EQ(LambdaWdl(record, 1, {}), (selfplay::Wdl{.win = 0, .draw = 1, .loss = 0}));
}

// The yardstick's rows hold a value of 0, which nobody found.
TEST(LambdaWdlTest, WhatNobodyJudgedCountsNothing) {
  selfplay::GameRecord record = Example();
  record.models = {"a model", "greedy"};
  record.rows[2].model = 1;
  record.rows[2].value = 0;
  const double found = LambdaReturn(record, 0, {.lambda = 0});
  EXPECT_NEAR(found, -0.25, 1e-4);
  record.models = {"greedy"};
  record.rows[2].model = 0;
  EXPECT_EQ(LambdaWdl(record, 0, {.lambda = 0}), LambdaWdl(record, 0, {.lambda = 1}));
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
