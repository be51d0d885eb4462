// Tests of RunHistory.
#include "training/run/run_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;

Progress Round(int64_t games) {
  return {.games = games,
          .rows = 10 * games,
          .evaluations = 300 * games,
          .steps = 7,
          .window = 50,
          .policy_loss = 1.5,
          .value_loss = 0.25,
          .head_losses = {{"soft_policy", 2}, {"margin", 0.5}},
          .evaluations_per_second = 1000,
          .rows_per_second = 30,
          .batch_fill = 1,
          .tree_share = 0.125,
          .learn_share = 0.1,
          .learn_idle_share = 0.9,
          .play_idle_share = 0.1,
          .mean_plies = 40,
          .seconds = 12};
}

class RunHistoryTest : public ::testing::Test {
 protected:
  void Write(const std::string& text) {
    ASSERT_THAT(WriteFileAtomically(folder_.Path() + "/metrics.jsonl", text), IsOk());
  }
  const testing::TempDir folder_;
};

TEST_F(RunHistoryTest, RoundsAreReadAsTheyWereWritten) {
  const Json first = ToJson(Round(3));
  const Json second = ToJson(Round(9));
  Write(ToJsonLine(first) + "\n" + ToJsonLine(second) + "\n" + R"({"steps":)");
  ASSERT_OK_AND_ASSIGN(const std::vector<Progress> rounds, ReadHistory(folder_.Path()));
  ASSERT_EQ(rounds.size(), 2u);
  EXPECT_EQ(ToJson(rounds[0]), first);
  EXPECT_EQ(rounds[0].head_losses, Round(3).head_losses);
  EXPECT_EQ(ToJson(rounds[1]), second);
}

TEST_F(RunHistoryTest, TheTimeOfRowsFollowsFromTheRounds) {
  // 10 rows a minute, then 40, then 20.
  const std::vector<Progress> rounds = {{.rows = 100, .seconds = 600},
                                        {.rows = 500, .seconds = 1200}};
  const Progress now = {.rows = 600, .seconds = 1500};
  EXPECT_EQ(MinutesOfRows(rounds, now, 0), 0);
  EXPECT_EQ(MinutesOfRows(rounds, now, 40), 2);
  EXPECT_EQ(MinutesOfRows(rounds, now, 100), 5);
  EXPECT_EQ(MinutesOfRows(rounds, now, 300), 10);
  EXPECT_EQ(MinutesOfRows(rounds, now, 550), 20);
  EXPECT_EQ(MinutesOfRows({}, now, 60), 2.5);
}

TEST_F(RunHistoryTest, HowTheRunStandsIsReadWithItsGamesInPlay) {
  EXPECT_THAT(ReadProgress(folder_.Path()), testing::IsOkAndHolds(std::nullopt));
  Progress now = Round(3);
  now.games_in_play = 256;
  now.ply_in_play = 14.25;
  const std::string path = folder_.Path() + "/progress.json";
  ASSERT_THAT(WriteFileAtomically(path, ToJsonLine(ToJson(now)) + "\n"), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::optional<Progress> read, ReadProgress(folder_.Path()));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(ToJson(*read), ToJson(now));
  EXPECT_EQ(InPlayText(*read), "256 games in play, at ply 14 on average");
  ASSERT_THAT(WriteFileAtomically(path, "{}"), IsOk());
  EXPECT_THAT(ReadProgress(folder_.Path()),
              StatusIs(absl::StatusCode::kDataLoss, "progress.json: steps"));
}

TEST_F(RunHistoryTest, OnlyHowTheRunStandsHasTheLimits) {
  Progress now = Round(5);
  now.seconds_left = 90;
  now.done_share = 0.25;
  EXPECT_EQ(ToJson(now), ToJson(Round(5)));
  ASSERT_OK_AND_ASSIGN(const Progress read, ProgressFromJson(ToStateJson(now)));
  EXPECT_EQ(read.seconds_left, 90);
  EXPECT_EQ(read.done_share, 0.25);
  EXPECT_EQ(ToStateJson(Round(5)), ToJson(Round(5)));
}

TEST_F(RunHistoryTest, RoundsOfOlderRunsHaveNoGamesInPlay) {
  Json old = ToJson(Round(3));
  old.erase("play/games");
  old.erase("play/mean_ply");
  Write(ToJsonLine(old) + "\n");
  ASSERT_OK_AND_ASSIGN(const std::vector<Progress> rounds, ReadHistory(folder_.Path()));
  EXPECT_EQ(rounds.at(0).games_in_play, 0);
}

TEST_F(RunHistoryTest, WhatIsNoProgressIsNamed) {
  EXPECT_THAT(ReadHistory(folder_.Path()), StatusIs(absl::StatusCode::kNotFound, "metrics.jsonl"));
  Write("");
  EXPECT_THAT(ReadHistory(folder_.Path()), StatusIs(absl::StatusCode::kNotFound, "no round"));
  Write(ToJsonLine(ToJson(Round(3))) + "\n{\"steps\": 1}\n");
  EXPECT_THAT(ReadHistory(folder_.Path()),
              StatusIs(absl::StatusCode::kDataLoss, "metrics.jsonl:2: run/games"));
}

TEST(NameBottleneckTest, TheFirstThingToMendIsNamed) {
  Progress round = Round(1);
  const auto name = [&](SelfPlayConfig::Schedule schedule) {
    Config config;
    config.mutable_self_play()->set_schedule(schedule);
    return NameBottleneck({Round(1), round}, config);
  };
  EXPECT_THAT(name(SelfPlayConfig::ROUNDS), HasSubstr("The network takes 88 %"));
  round.tree_share = 0.875;
  EXPECT_THAT(name(SelfPlayConfig::ROUNDS), HasSubstr("Search and rules take 50 %"));
  round.batch_fill = 0.5;
  EXPECT_THAT(name(SelfPlayConfig::ROUNDS), HasSubstr("75 % full: raise self_play.slots_per_"));
  EXPECT_THAT(name(SelfPlayConfig::ROUNDS), HasSubstr("games_per_round"));
  round.play_idle_share = 0.9;
  EXPECT_THAT(name(SelfPlayConfig::ROUNDS), HasSubstr("CONTINUOUS"));
  EXPECT_THAT(name(SelfPlayConfig::CONTINUOUS), HasSubstr("wait for the learner during 50 %"));
}

TEST(NameBottleneckTest, OfARunWithActorsTheLearnersTimeIsTold) {
  Progress round = Round(1);
  round.batch_fill = round.tree_share = 0;
  round.learn_idle_share = 0.8;
  EXPECT_THAT(NameBottleneck({round}, Config()), HasSubstr("more actors would play more"));
  round.learn_idle_share = 0.1;
  EXPECT_THAT(NameBottleneck({round}, Config()), HasSubstr("The learner works during 90 %"));
}

TEST(NameBottleneckTest, ARunThatHasLearntNothingSaysWhy) {
  Progress round;
  round.tree_share = 0.01;
  round.batch_fill = 1;
  Config config;
  const auto name = [&] { return NameBottleneck({round}, config); };
  EXPECT_THAT(name(), HasSubstr("No game has ended yet"));
  EXPECT_THAT(name(), HasSubstr("self_play.slots_per_thread (64)"));
  EXPECT_THAT(name(), Not(HasSubstr("The network takes")));
  round.games = 2;
  round.rows = 20;
  config.mutable_learner()->mutable_window()->set_min_rows(100);
  EXPECT_THAT(name(),
              HasSubstr("20 rows to learn from so far; learner.window.min_rows requires 100"));
  round.rows = 200;
  EXPECT_THAT(name(), HasSubstr("a round of 128 games"));
  config.mutable_self_play()->set_schedule(SelfPlayConfig::CONTINUOUS);
  EXPECT_THAT(name(), HasSubstr("too few for a step of learner.batch_size 256"));
}

}  // namespace
}  // namespace kvintet::training
