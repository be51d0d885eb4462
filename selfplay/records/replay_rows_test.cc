// Tests of ReplayRows.
#include "selfplay/records/replay_rows.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;

class ReplayRowsTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ReplayRowsTest, ShowsEveryRowAsItsSeatSawIt) {
  const auto game = testing::Game(GetParam());
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 20))) {
    int next = 0;
    ASSERT_OK(ReplayRows(*game, record, [&](const ReplayedRow& shown) {
      EXPECT_EQ(shown.index, next++);
      EXPECT_EQ(game->ViewSeat(shown.view), shown.seat);
      EXPECT_TRUE(game->MustAct(shown.view));
      std::vector<float> policy(shown.legal.size());
      FillPolicy(record, *shown.row, shown.legal, policy);
      EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1, 1e-5);
    }));
    EXPECT_EQ(next, record.rows.size());
    EXPECT_GT(next, 0);
  }
}

// Alternates between the end and the start, so that each row follows a distant one.
TEST_P(ReplayRowsTest, SingleRowsAreThoseOfTheWholeReplay) {
  const auto game = testing::Game(GetParam());
  RowReplay rows(*game);
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 4))) {
    ASSERT_OK(CheckRecord(*game, record));
    const int count = static_cast<int>(record.rows.size());
    ASSERT_OK(ReplayRows(*game, record, [&](const ReplayedRow& shown) {
      rows.Show(record, count - 1 - shown.index);
      const ReplayedRow alone = rows.Show(record, shown.index);
      EXPECT_EQ(alone.index, shown.index);
      EXPECT_EQ(alone.row, shown.row);
      EXPECT_EQ(alone.seat, shown.seat);
      EXPECT_TRUE(std::ranges::equal(alone.position.Bytes(), shown.position.Bytes()));
      EXPECT_TRUE(std::ranges::equal(alone.view.Bytes(), shown.view.Bytes()));
      EXPECT_TRUE(std::ranges::equal(alone.legal, shown.legal));
    }));
  }
}

// Goes from a row to the last row and to the end without restarting.
TEST_P(ReplayRowsTest, GoesOnFromARow) {
  const auto game = testing::Game(GetParam());
  RowReplay rows(*game);
  RowReplay others(*game);
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 4))) {
    const int last = static_cast<int>(record.rows.size()) - 1;
    rows.Show(record, 0);
    const ReplayedRow later = rows.ShowLater(record, last);
    const ReplayedRow alone = others.Show(record, last);
    EXPECT_EQ(later.seat, alone.seat);
    EXPECT_TRUE(std::ranges::equal(later.view.Bytes(), alone.view.Bytes()));
    EXPECT_TRUE(std::ranges::equal(later.legal, alone.legal));
    const auto end = rows.ShowEnd(record);
    // All games ended by the rules, some of them as draws.
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(game->Result(*end).returns[0], record.result);
    EXPECT_EQ(game->Result(*end).margin, record.margin);
  }
}

TEST(RowReplayTest, AGameThatWasCutHasNoEnd) {
  const auto game = testing::Game("tic_tac_toe");
  GameRecord record = PlayRecords(SmallTask(*game, 1))[0];
  record.events.resize(static_cast<size_t>(record.rows[2].event));
  record.rows.resize(2);
  RowReplay rows(*game);
  rows.Show(record, 0);
  EXPECT_FALSE(rows.ShowEnd(record).has_value());
}

INSTANTIATE_TEST_SUITE_P(Games, ReplayRowsTest,
                         ::testing::Values("tic_tac_toe", "kuhn", "goofspiel", "leduc", "renju",
                                           "mini_kontranto", "tiny_tantrix", "konkvest"),
                         [](const auto& test) { return test.param; });

TEST(ReplayRowsErrorTest, AnotherGameIsRefused) {
  const auto game = testing::Game("tic_tac_toe");
  GameRecord record = PlayRecords(SmallTask(*game, 1))[0];
  record.game = "renju";
  EXPECT_THAT(ReplayRows(*game, record, [](const ReplayedRow&) {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "is one of renju"));
}

TEST(ReplayRowsErrorTest, WhatTheRulesDoNotAllowIsNamedWithItsEvent) {
  const auto game = testing::Game("tic_tac_toe");
  const GameRecord whole = PlayRecords(SmallTask(*game, 1))[0];
  const auto replay = [&](const GameRecord& record) {
    return ReplayRows(*game, record, [](const ReplayedRow&) {});
  };
  GameRecord record = whole;
  record.events[2].action = record.events[0].action;
  EXPECT_THAT(replay(record), StatusIs(absl::StatusCode::kDataLoss, "event 2: its action"));
  record = whole;
  record.events[1].actor = envs::Actor::kSeat0;
  EXPECT_THAT(replay(record), StatusIs(absl::StatusCode::kDataLoss, "event 1: its actor"));
  record = whole;
  record.policy[record.rows[3].first_policy].action = record.events[0].action;
  EXPECT_THAT(replay(record), StatusIs(absl::StatusCode::kDataLoss, "event 3: its policy"));
  record = whole;
  record.rows[3].rest = kZeroProbability;
  for (uint16_t i = 0; i < record.rows[3].num_policy; ++i) {
    record.policy[record.rows[3].first_policy + i].code = kZeroProbability;
  }
  EXPECT_THAT(replay(record), StatusIs(absl::StatusCode::kDataLoss, "zero everywhere"));
}

TEST(CheckRecordTest, AResultThatIsNotTheGamesIsRefused) {
  const auto game = testing::Game("tic_tac_toe");
  const GameRecord whole = PlayRecords(SmallTask(*game, 1))[0];
  GameRecord record = whole;
  record.result = record.result > 0 ? 0.0f : 1.0f;
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "end: result"));
  record = whole;
  record.truncated = true;
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "was not cut off"));
  record = whole;
  record.events.resize(3);
  record.rows.resize(3);
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "is not over"));
}

TEST(CheckRecordTest, AGameThatWasCutHasNoResult) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 1);
  task.self_play.max_plies = 3;
  GameRecord record = PlayRecords(task)[0];
  EXPECT_OK(CheckRecord(*game, record));
  record.result = 1;
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "end: result"));
}

}  // namespace
}  // namespace kvintet::selfplay
