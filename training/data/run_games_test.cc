// Tests of RunGames: what was added is there again, in shards, journal and window.
#include "training/data/run_games.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using testing::IsOk;
using testing::StatusIs;

constexpr uint32_t kGames = 8;

int64_t RowsOf(const std::vector<GameRecord>& records) {
  int64_t rows = 0;
  for (const GameRecord& record : records) {
    rows += static_cast<int64_t>(record.rows.size());
  }
  return rows;
}

// Shards are sealed by hand only, and the journal is written by hand only.
class RunGamesTest : public ::testing::Test {
 protected:
  RunGamesTest() : directory_(*RunDirectory::Open(folder_.Path() + "/run", Config())) {
    config_.set_game(game_->Spec().text);
    Set("storage { shard_bytes: 1000000 shard_seconds: 86400 journal_seconds: 86400 }");
  }

  void Set(const char* settings) { ASSERT_THAT(MergeTextProto(settings, "test", config_), IsOk()); }
  std::unique_ptr<RunGames> Load() {
    auto games = RunGames::Load(*game_, config_, &directory_);
    EXPECT_THAT(games, IsOk());
    return *std::move(games);
  }
  // Adds games [begin, end) and seals them into a shard.
  void AddShard(RunGames* games, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i) {
      ASSERT_THAT(games->Add(records_[i]), IsOk());
    }
    ASSERT_THAT(games->Seal(), IsOk());
  }
  void Commit(const RunGames& games) {
    ASSERT_THAT(
        directory_.AddCommit(
            {.model = "model", .learner = "learner", .next_game = games.Counts().next_game}),
        IsOk());
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const std::vector<GameRecord> records_ = testing::PlayRecords(testing::SmallTask(*game_, kGames));
  const testing::TempDir folder_;
  Config config_;
  RunDirectory directory_;
};

TEST_F(RunGamesTest, CommittedGamesAreThereAgain) {
  const std::unique_ptr<RunGames> games = Load();
  EXPECT_EQ(games->Counts().next_game, 0);
  AddShard(games.get(), 0, kGames);
  Commit(*games);
  const std::unique_ptr<RunGames> again = Load();
  for (const RunGames* each : {games.get(), again.get()}) {
    EXPECT_EQ(each->Counts().games, kGames);
    EXPECT_EQ(each->Counts().given_games, 0);
    EXPECT_EQ(each->Counts().first_game, 0);
    EXPECT_EQ(each->Counts().next_game, kGames);
    EXPECT_EQ(each->Window().TotalRows(), RowsOf(records_));
  }
  EXPECT_GT(again->Counts().evaluations, 0);
  EXPECT_EQ(again->Counts().evaluations, games->Counts().evaluations);
  EXPECT_EQ(*again->Window().At(0, RowsOf(records_)).record, records_[0]);
}

TEST_F(RunGamesTest, GivenGamesAreCountedApart) {
  // Without rows, so that no file is read.
  ASSERT_THAT(directory_.AddGiven({{.name = "a", .games = 30, .next_game = 30},
                                   {.name = "b", .games = 9, .next_game = 40}},
                                  1),
              IsOk());
  const std::unique_ptr<RunGames> games = Load();
  EXPECT_EQ(games->Counts().games, 39);
  EXPECT_EQ(games->Counts().given_games, 39);
  EXPECT_EQ(games->Counts().first_game, 40);
  EXPECT_EQ(games->Counts().next_game, 40);
}

TEST_F(RunGamesTest, OnlyTheWindowIsRead) {
  Set("learner { window { min_rows: 1 max_rows: 3 } }");
  const std::unique_ptr<RunGames> games = Load();
  AddShard(games.get(), 0, kGames - 1);
  AddShard(games.get(), kGames - 1, kGames);
  Commit(*games);
  EXPECT_EQ(games->TrimWindow(), 3);
  // The first shard is not needed, so that its file is not missed.
  ASSERT_EQ(std::remove(directory_.ShardPath(directory_.State().shards[0].name).c_str()), 0);
  const std::unique_ptr<RunGames> again = Load();
  EXPECT_EQ(again->Window().TotalRows(), RowsOf(records_));
  EXPECT_EQ(again->TrimWindow(), 3);
}

TEST_F(RunGamesTest, AMissingShardIsAnError) {
  const std::unique_ptr<RunGames> games = Load();
  AddShard(games.get(), 0, kGames);
  Commit(*games);
  ASSERT_EQ(std::remove(directory_.ShardPath(directory_.State().shards[0].name).c_str()), 0);
  EXPECT_THAT(RunGames::Load(*game_, config_, &directory_),
              StatusIs(absl::StatusCode::kNotFound, directory_.State().shards[0].name));
}

TEST_F(RunGamesTest, OnlyContinuousRunsHaveAJournal) {
  EXPECT_EQ(Load()->Journal(), nullptr);
  EXPECT_TRUE(Load()->RestoreJournal().ended.empty());
  EXPECT_THAT(Load()->WriteJournal(), IsOk());
  Set("self_play { schedule: CONTINUOUS }");
  EXPECT_NE(Load()->Journal(), nullptr);
  Set("storage { journal_seconds: 0 }");
  EXPECT_EQ(Load()->Journal(), nullptr);
}

TEST_F(RunGamesTest, TheJournalKeepsGamesThatNoShardHolds) {
  Set("self_play { schedule: CONTINUOUS }");
  const GameRecord begun = testing::StartOf(records_[6], 2);
  const std::unique_ptr<RunGames> games = Load();
  for (const size_t i : {0u, 1u, 2u}) {
    games->Journal()->AddEnded(records_[i]);
  }
  games->Journal()->SetInPlay({begun});
  AddShard(games.get(), 0, 2);
  ASSERT_THAT(games->Add(records_[2]), IsOk());
  ASSERT_THAT(games->WriteJournal(), IsOk());
  Commit(*games);

  const std::unique_ptr<RunGames> again = Load();
  EXPECT_EQ(again->Counts().next_game, 3);
  const UnsealedGames unsealed = again->RestoreJournal();
  EXPECT_EQ(unsealed.ended, std::vector{records_[2]});
  EXPECT_EQ(unsealed.in_play, std::vector{begun});
  EXPECT_EQ(again->Counts().next_game, 7);
  // They are still in the journal, even if nothing more happens.
  ASSERT_THAT(again->WriteJournal(), IsOk());
  EXPECT_EQ(Load()->RestoreJournal().ended.size(), 1u);
}

}  // namespace
}  // namespace kvintet::training
