// Tests of PlayJournal: each unsealed game once, no sealed game, and errors that name the damage.
#include "training/run/play_journal.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/shard_writer.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using testing::IsOk;
using testing::StatusIs;

constexpr std::chrono::duration<double> kAlways(0);

GameRecord Begun(const GameRecord& record) {
  return testing::StartOf(record, record.events.size() / 2);
}

std::vector<uint32_t> Numbers(const std::vector<GameRecord>& records) {
  std::vector<uint32_t> numbers;
  for (const GameRecord& record : records) {
    numbers.push_back(record.number);
  }
  return numbers;
}

class PlayJournalTest : public ::testing::Test {
 protected:
  PlayJournalTest() : directory_(*RunDirectory::Open(folder_.Path() + "/run", Config())) {}

  UnsealedGames Read() const {
    const auto games = ReadPlayJournal(directory_, game_->Spec().text);
    EXPECT_THAT(games, IsOk());
    return games.ok() ? *games : UnsealedGames();
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const std::vector<GameRecord> records_ = testing::PlayRecords(testing::SmallTask(*game_, 4));
  const testing::TempDir folder_;
  RunDirectory directory_;
  PlayJournal journal_ = {PlayJournalPath(directory_), game_->Spec().text, kAlways};
};

TEST_F(PlayJournalTest, HoldsWhatItWasToldLast) {
  EXPECT_THAT(ReadPlayJournal(directory_, game_->Spec().text),
              StatusIs(absl::StatusCode::kNotFound, "in_play"));
  const GameRecord begun = Begun(records_[2]);
  journal_.SetInPlay({Begun(records_[0]), begun});
  journal_.AddEnded(records_[1]);
  journal_.AddEnded(records_[0]);
  ASSERT_THAT(journal_.Write(0), IsOk());
  EXPECT_EQ(Read().ended, (std::vector<GameRecord>{records_[0], records_[1]}));
  EXPECT_EQ(Read().in_play, std::vector<GameRecord>{begun});
}

// Threads report their games in play with a delay.
TEST_F(PlayJournalTest, AGameThatHasEndedStaysSo) {
  journal_.AddEnded(records_[0]);
  journal_.SetInPlay({Begun(records_[0])});
  ASSERT_THAT(journal_.Write(0), IsOk());
  EXPECT_EQ(Read().ended, std::vector<GameRecord>{records_[0]});
  EXPECT_TRUE(Read().in_play.empty());
}

TEST_F(PlayJournalTest, ForgetsWhatASealedShardHolds) {
  for (const GameRecord& record : records_) {
    journal_.AddEnded(record);
  }
  journal_.Enter(records_[1].number);
  journal_.Enter(records_[3].number);
  journal_.ForgetEntered();
  ASSERT_THAT(journal_.Write(0), IsOk());
  EXPECT_EQ(Numbers(Read().ended), (std::vector<uint32_t>{0, 2}));
}

// As if the run were killed between sealing a shard and the next write of the journal.
TEST_F(PlayJournalTest, GamesOfLaterShardsAreLeftOut) {
  for (const GameRecord& record : records_) {
    journal_.AddEnded(record);
  }
  ASSERT_THAT(journal_.Write(0), IsOk());
  selfplay::ShardWriter shards(
      directory_.Path() + "/shards", game_->Spec().text, selfplay::StorageSettings(),
      [&](const selfplay::Shard& shard) { return directory_.AddShard(shard); });
  ASSERT_THAT(shards.Add(records_[2], PlayJournal::Clock::now()), IsOk());
  ASSERT_THAT(shards.Seal(), IsOk());
  ASSERT_THAT(directory_.AddCommit({.model = "m", .learner = "l"}), IsOk());
  EXPECT_EQ(Numbers(Read().ended), (std::vector<uint32_t>{0, 1, 3}));
}

TEST_F(PlayJournalTest, IsWrittenWhenItsTimeHasCome) {
  PlayJournal rare(PlayJournalPath(directory_), game_->Spec().text, std::chrono::hours(1));
  ASSERT_THAT(rare.WriteIfDue(0, PlayJournal::Clock::now()), IsOk());
  EXPECT_THAT(ReadFile(PlayJournalPath(directory_)).status(),
              StatusIs(absl::StatusCode::kNotFound, ""));
  ASSERT_THAT(rare.WriteIfDue(0, PlayJournal::Clock::now() + std::chrono::hours(2)), IsOk());
  EXPECT_THAT(ReadFile(PlayJournalPath(directory_)), IsOk());
}

TEST_F(PlayJournalTest, DamageIsNamed) {
  journal_.AddEnded(records_[0]);
  ASSERT_THAT(journal_.Write(7), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(PlayJournalPath(directory_)));
  const auto parse = [&](const std::string& text, const std::string& game) {
    return ParsePlayJournal(text, game, "journal");
  };
  const std::string& game = game_->Spec().text;
  ASSERT_OK_AND_ASSIGN(const UnsealedGames whole, parse(bytes, game));
  EXPECT_EQ(whole.shards, 7u);
  EXPECT_THAT(parse(bytes, "kuhn"), StatusIs(absl::StatusCode::kDataLoss, "wanted games of kuhn"));
  EXPECT_THAT(parse("{}", game), StatusIs(absl::StatusCode::kDataLoss, "first line"));
  EXPECT_THAT(parse("{}\n", game), StatusIs(absl::StatusCode::kDataLoss, "shards"));
  EXPECT_THAT(parse("{\"shards\":-1}\n", game), StatusIs(absl::StatusCode::kDataLoss, "negative"));
  EXPECT_THAT(parse(bytes.substr(0, bytes.size() - 1), game),
              StatusIs(absl::StatusCode::kDataLoss, "journal"));
}

}  // namespace
}  // namespace kvintet::training
