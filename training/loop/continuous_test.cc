// Tests of runs that play and learn at the same time: each game counts once, whatever happens.
#include "training/loop/continuous.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/shard_writer.h"
#include "selfplay/settings/settings_of.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/run/play_journal.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

using testing::IsOk;

constexpr int kRound = 16;

Config Tiny() {
  Config config;
  const absl::Status merged = MergeTextProto(
      R"pb(
        seed: 5
        search {
          simulations: 4
          gumbel { max_considered: 4 }
        }
        self_play {
          schedule: CONTINUOUS
          slots_per_thread: 8
          games_per_round: 16
          threads: 2
          batch_size: 8
        }
        network { blocks: 1 channels: 8 value_hidden: 8 device: "CPU" precision: FP32 }
        learner {
          batch_size: 16
          warmup_steps: 2
          window { min_rows: 16 }
        }
        storage { shard_bytes: 2048 }
      )pb",
      "tiny", config);
  EXPECT_THAT(merged, IsOk());
  return config;
}

class ContinuousTest : public ::testing::Test {
 protected:
  absl::StatusOr<Progress> Run(int64_t games) {
    return Train({.game = game_.get(), .config = Tiny(), .directory = path_, .games = games});
  }
  // Runs until there are `games` games, then stops.
  absl::Status RunAndStop(int64_t games) {
    std::stop_source stop;
    const auto stop_then = [&](const Progress& progress) {
      if (progress.games >= games) {
        stop.request_stop();
      }
    };
    return Train({.game = game_.get(),
                  .config = Tiny(),
                  .directory = path_,
                  .stop = stop.get_token(),
                  .progress = stop_then})
        .status();
  }
  RunState State() const { return *ReadRunState(path_); }
  std::vector<selfplay::GameRecord> Records() const {
    std::vector<selfplay::GameRecord> all;
    for (const selfplay::Shard& shard : State().shards) {
      const auto file = selfplay::RecordFile::Read(path_ + "/shards/" + shard.name);
      EXPECT_THAT(file, IsOk());
      const auto records = file->ReadAll();
      EXPECT_THAT(records, IsOk());
      all.insert(all.end(), records->begin(), records->end());
    }
    return all;
  }
  // Expects that every game that counts is there once, and no other.
  void ExpectGames(int64_t games) const {
    std::set<uint32_t> numbers;
    const std::vector<selfplay::GameRecord> records = Records();
    for (const selfplay::GameRecord& record : records) {
      numbers.insert(record.number);
    }
    EXPECT_EQ(std::ssize(records), games);
    EXPECT_EQ(std::ssize(numbers), games);
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const testing::TempDir folder_;
  const std::string path_ = folder_.Path() + "/run";
};

TEST_F(ContinuousTest, PlaysAndLearnsFromEachGameOnce) {
  ASSERT_OK_AND_ASSIGN(const Progress done, Run(8 * kRound));
  EXPECT_EQ(done.games, 8 * kRound);
  ExpectGames(8 * kRound);
  const RunState state = State();
  EXPECT_EQ(state.commit->next_game, 8 * kRound);
  EXPECT_EQ(state.commit->steps, done.steps);
  // All steps that the rows allow, except for rows since the last step and before the minimum.
  const double allowed = 2.0 * static_cast<double>(done.rows) / 16;
  EXPECT_GT(static_cast<double>(done.steps), 0.7 * allowed);
  EXPECT_LE(static_cast<double>(done.steps), allowed);
}

TEST_F(ContinuousTest, GamesGoOnWithNewerModels) {
  ASSERT_THAT(Run(16 * kRound), IsOk());
  std::set<std::string> models;
  for (const selfplay::GameRecord& record : Records()) {
    models.insert(record.models.begin(), record.models.end());
  }
  EXPECT_GT(models.size(), 3u);
}

TEST_F(ContinuousTest, GoesOn) {
  for (int rounds = 1; rounds <= 4; ++rounds) {
    ASSERT_OK_AND_ASSIGN(const Progress done, Run(rounds * kRound));
    EXPECT_EQ(done.games, rounds * kRound);
  }
  ExpectGames(4 * kRound);
}

// As if the run were killed between sealing a shard and the commit that follows.
TEST_F(ContinuousTest, SealedGamesCountWithoutACommit) {
  ASSERT_THAT(Run(4 * kRound), IsOk());
  {
    ASSERT_OK_AND_ASSIGN(const Config config, ReadRunConfig(path_));
    ASSERT_OK_AND_ASSIGN(RunDirectory directory, RunDirectory::Open(path_, config));
    selfplay::ShardWriter shards(
        path_ + "/shards", game_->Spec().text, selfplay::SettingsOf(config.storage()),
        [&](const selfplay::Shard& shard) { return directory.AddShard(shard); });
    selfplay::SelfPlayTask task = testing::SmallTask(*game_, 10);
    task.first_game = 4 * kRound;
    for (const selfplay::GameRecord& record : testing::PlayRecords(task)) {
      ASSERT_THAT(shards.Add(record, std::chrono::steady_clock::now()), IsOk());
    }
    ASSERT_THAT(shards.Seal(), IsOk());
  }
  ASSERT_FALSE(State().uncommitted.empty());
  ASSERT_OK_AND_ASSIGN(const Progress done, Run(6 * kRound));
  EXPECT_EQ(done.games, 6 * kRound);
  EXPECT_TRUE(State().uncommitted.empty());
  ExpectGames(6 * kRound);
}

// Together with the games that were in play, no number below the greatest is missing.
TEST_F(ContinuousTest, StopLeavesARunThatGoesOn) {
  ASSERT_THAT(RunAndStop(1), IsOk());
  const auto first = std::ssize(Records());
  EXPECT_GT(first, 0);
  ASSERT_THAT(Run(first + kRound), IsOk());
  ExpectGames(first + kRound);
}

// Otherwise a run whose games take longer than its time limit would never end.
TEST_F(ContinuousTest, TimeCountsInWhichNoGameEnded) {
  const auto long_game = testing::Game("konkvest");
  Config config = Tiny();
  config.mutable_search()->set_simulations(1000);
  constexpr double kMinutes = 0.005;
  ASSERT_THAT(
      Train({.game = long_game.get(), .config = config, .directory = path_, .minutes = kMinutes}),
      IsOk());
  EXPECT_TRUE(State().shards.empty());
  EXPECT_GE(State().commit->seconds, 60 * kMinutes);
}

TEST_F(ContinuousTest, AStopCostsNoGame) {
  for (int rounds = 1; rounds <= 3; ++rounds) {
    ASSERT_THAT(RunAndStop(rounds * kRound), IsOk());
    const auto left = ParsePlayJournal(*ReadFile(path_ + "/in_play"), game_->Spec().text, "");
    ASSERT_THAT(left, IsOk());
    EXPECT_FALSE(left->in_play.empty());
  }
  const auto games = std::ssize(Records()) + 2 * kRound;
  ASSERT_THAT(Run(games), IsOk());
  ExpectGames(games);
  for (const selfplay::GameRecord& record : Records()) {
    EXPECT_LT(record.number, games);
  }
}

// Also if the resumed session begins with more games than the last commit knew.
TEST_F(ContinuousTest, RowsOfAResumedRunNamePublishedModels) {
  for (int rounds = 1; rounds <= 3; ++rounds) {
    ASSERT_THAT(RunAndStop(rounds * kRound), IsOk());
  }
  for (const selfplay::GameRecord& record : Records()) {
    for (const std::string& model : record.models) {
      EXPECT_TRUE(std::filesystem::exists(path_ + "/models/" + model)) << model;
    }
  }
}

TEST_F(ContinuousTest, ABrokenJournalCostsItsGamesOnly) {
  ASSERT_THAT(RunAndStop(1), IsOk());
  const auto sealed = std::ssize(Records());
  ASSERT_THAT(WriteFileAtomically(path_ + "/in_play", "torn"), IsOk());
  ASSERT_THAT(Run(sealed + kRound), IsOk());
  ExpectGames(sealed + kRound);
}

}  // namespace
}  // namespace kvintet::training
