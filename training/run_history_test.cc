// Tests of RunHistory.
#include "training/run_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

Progress Round(int64_t games) {
  return {.games = games,
          .rows = 10 * games,
          .evaluations = 300 * games,
          .steps = 7,
          .window = 50,
          .policy_loss = 1.5,
          .value_loss = 0.25,
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
  EXPECT_EQ(ToJson(rounds[1]), second);
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
    return NameBottleneck({Round(1), round}, schedule);
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

}  // namespace
}  // namespace kvintet::training
