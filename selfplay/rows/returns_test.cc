// Tests of LambdaReturn and LambdaWdl against sums computed by hand.
#include "selfplay/rows/returns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kvintet::selfplay {
namespace {

// Seat 0 finds 0.5, 0.25 and -0.25, seat 1 finds 0.75 in between; seat 0 wins.
GameRecord Example() {
  GameRecord record;
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

// Applies only to games that were cut. A draw by the rules stays a draw.
TEST(LambdaReturnTest, AGameThatWasCutMayBeWorthItsLead) {
  GameRecord record = Example();
  record.result = 0;
  record.margin = {11, 14};
  EXPECT_EQ(LambdaReturn(record, 3, {.cut_lead = 12}), 0);
  record.truncated = true;
  EXPECT_EQ(LambdaReturn(record, 3, {.cut_lead = 12}), -0.25);
  EXPECT_EQ(LambdaReturn(record, 1, {.cut_lead = 12}), 0.25);
  EXPECT_EQ(LambdaReturn(record, 1, {.cut_lead = 2}), 1);
}

// The last value that seat 0 found is -0.25.
TEST(LambdaReturnTest, AGameThatWasCutIsWorthWhatItsLastSearchFound) {
  GameRecord record = Example();
  record.result = 0;
  EXPECT_EQ(LambdaReturn(record, 0, {}), 0);
  record.truncated = true;
  EXPECT_NEAR(LambdaReturn(record, 0, {}), -0.25, 1e-4);
  EXPECT_NEAR(LambdaReturn(record, 1, {}), 0.25, 1e-4);
  record.models = {"greedy"};
  EXPECT_EQ(LambdaReturn(record, 1, {}), 0);
}

// A won game with a lead of 3 of 12, and a margin share of 0.4.
TEST(LambdaReturnTest, MarginsMayHaveAShareOfWhatAGameIsWorth) {
  GameRecord record = Example();
  record.margin = {14, 11};
  const ReturnRule rule = {.margin_share = 0.4, .margin_scale = 12};
  EXPECT_NEAR(LambdaReturn(record, 0, rule), 0.6 + 0.4 * 0.25, 1e-12);
  EXPECT_NEAR(LambdaReturn(record, 1, rule), -0.6 - 0.4 * 0.25, 1e-12);
  EXPECT_NEAR(LambdaReturn(record, 0, {.margin_share = 0.4, .margin_scale = 2}), 1, 1e-12);
  record.margin = {11, 14};
  EXPECT_NEAR(LambdaReturn(record, 0, rule), 0.6 - 0.4 * 0.25, 1e-12);
}

// Margins do not change the worth of games that did not end by their rules.
TEST(LambdaReturnTest, MarginsOfGamesThatWereCutOrGivenUpHaveNone) {
  GameRecord record = Example();
  record.margin = {14, 2};
  const ReturnRule rule = {.cut_lead = 24, .margin_share = 1, .margin_scale = 24};
  record.resigned = envs::Seat::k1;
  EXPECT_EQ(LambdaReturn(record, 0, rule), 1);
  record.resigned.reset();
  record.result = 0;
  record.truncated = true;
  EXPECT_EQ(LambdaReturn(record, 0, rule), LambdaReturn(record, 0, {.cut_lead = 24}));
}

TEST(LambdaWdlTest, MarginsAreChancesToWinAndToLose) {
  GameRecord record = Example();
  for (const int lead : {-30, -5, 0, 4, 30}) {
    record.margin = {10 + lead, 10};
    for (const double share : {0.0, 0.3, 1.0}) {
      const ReturnRule rule = {.margin_share = share, .margin_scale = 10};
      const Wdl wdl = LambdaWdl(record, 1, rule);
      EXPECT_GE(wdl.win, 0);
      EXPECT_GE(wdl.loss, 0);
      EXPECT_NEAR(wdl.draw, 0, 1e-6);
      EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-6);
      EXPECT_NEAR(wdl.Value(), LambdaReturn(record, 1, rule), 1e-6);
    }
  }
}

// A judgment for each row, from its seat.
GameJudgment Judgment() {
  return {.rows = {{0.5f, 0.5f, 0}, {0.1f, 0.4f, 0.5f}, {0.5f, 0.25f, 0.25f}, {0.75f, 0, 0.25f}},
          .after = {}};
}

TEST(LambdaReturnTest, OfAJudgmentTheRowsOfBothSeatsCount) {
  const GameJudgment judgment = Judgment();
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.lambda = 0, .judgment = &judgment}), 0.4, 1e-6);
  EXPECT_NEAR(LambdaReturn(Example(), 1, {.lambda = 0, .judgment = &judgment}), -0.25, 1e-6);
  EXPECT_NEAR(LambdaReturn(Example(), 1, {.lambda = 0.5, .judgment = &judgment}),
              0.5 * -0.25 + 0.25 * -0.5 + 0.25 * -1, 1e-6);
  const Wdl wdl = LambdaWdl(Example(), 0, {.lambda = 0, .judgment = &judgment});
  EXPECT_NEAR(wdl.win, 0.5, 1e-6);
  EXPECT_NEAR(wdl.draw, 0.4, 1e-6);
  EXPECT_NEAR(wdl.loss, 0.1, 1e-6);
}

// Chance acts between the last two rows, and raises seat 0's value from 0.125 to 0.5.
TEST(LambdaReturnTest, WhatChanceBroughtIsTakenOut) {
  GameJudgment judgment = Judgment();
  judgment.after = {std::nullopt, std::nullopt, 0.125f, std::nullopt};
  const auto value = [&](size_t row, double lambda) {
    return LambdaReturn(Example(), row, {.lambda = lambda, .judgment = &judgment});
  };
  EXPECT_NEAR(value(2, 0), 0.125, 1e-6);
  EXPECT_NEAR(value(2, 1), 1 - 0.375, 1e-6);
  EXPECT_NEAR(value(1, 0.5), 0.5 * -0.25 + 0.25 * -0.125 + 0.25 * -0.625, 1e-6);
  EXPECT_NEAR(value(3, 1), 1, 1e-6);
  EXPECT_EQ(LambdaWdl(Example(), 1, {.judgment = &judgment}).loss, 1);
}

// The last event is a chance outcome.
TEST(LambdaReturnTest, WhatChanceBroughtAtTheEndIsTakenOut) {
  GameJudgment judgment = Judgment();
  judgment.after = {std::nullopt, std::nullopt, std::nullopt, 0.25f};
  GameRecord record = Example();
  record.events.push_back({envs::Actor::kChance, 0});
  EXPECT_NEAR(LambdaReturn(record, 3, {.judgment = &judgment}), 0.25, 1e-6);
  EXPECT_NEAR(LambdaReturn(record, 1, {.judgment = &judgment}), -0.25, 1e-6);
}

TEST(LambdaWdlTest, AGameWithoutDrawsStaysOne) {
  for (const double lambda : {0.0, 0.3, 0.95, 1.0}) {
    for (const size_t row : {0u, 1u, 2u, 3u}) {
      const Wdl wdl = LambdaWdl(Example(), row, {.lambda = lambda});
      EXPECT_NEAR(wdl.draw, 0, 1e-6) << lambda << " " << row;
      EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-6);
      EXPECT_NEAR(wdl.Value(), LambdaReturn(Example(), row, {.lambda = lambda}), 1e-6);
    }
  }
}

// A search that found 0.25, with a draw probability of 0.5, found a win with 0.375 and a loss with
// 0.125.
TEST(LambdaWdlTest, MixesDrawsAsTheyWereFound) {
  GameRecord record = Example();
  record.rows[2].draw = 128;
  const Wdl wdl = LambdaWdl(record, 0, {.lambda = 0});
  EXPECT_NEAR(wdl.win, 0.375, 2e-3);
  EXPECT_NEAR(wdl.draw, 0.5, 2e-3);
  EXPECT_NEAR(wdl.loss, 0.125, 2e-3);
}

TEST(LambdaWdlTest, AResultIsCertain) {
  GameRecord record = Example();
  EXPECT_EQ(LambdaWdl(record, 1, {}), (Wdl{.win = 0, .draw = 0, .loss = 1}));
  record.result = 0;
  EXPECT_EQ(LambdaWdl(record, 1, {}), (Wdl{.win = 0, .draw = 1, .loss = 0}));
}

// The rows of the baseline hold a value of 0, which no search found.
TEST(LambdaWdlTest, WhatNobodyJudgedCountsNothing) {
  GameRecord record = Example();
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

// Row 0 is followed by four events, of which the last ends the game; row 2 by two.
TEST(LambdaReturnTest, WhatIsFarAwayMayCountLess) {
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.discount = 0.9}), std::pow(0.9, 4), 1e-12);
  EXPECT_NEAR(LambdaReturn(Example(), 1, {.discount = 0.9}), -std::pow(0.9, 3), 1e-12);
  EXPECT_EQ(LambdaReturn(Example(), 3, {.discount = 0.9}), 1);
  EXPECT_NEAR(LambdaReturn(Example(), 0, {.lambda = 0, .discount = 0.9}), 0.81 * 0.25, 1e-4);
  EXPECT_NEAR(LambdaReturn(Example(), 2, {.lambda = 0, .discount = 0.9}), 0.81 * -0.25, 1e-4);
}

}  // namespace
}  // namespace kvintet::selfplay
