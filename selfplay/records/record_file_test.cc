// Tests of record files: files survive writing and reading; damaged files are refused.
#include "selfplay/records/record_file.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "selfplay/records/byte_code.h"
#include "selfplay/records/record_code.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/records/shard_writer.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;

std::vector<GameRecord> Records(uint32_t games) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, games);
  task.search.simulations = 2;
  return PlayRecords(task);
}

std::string FileOf(const std::vector<GameRecord>& records) {
  RecordFileBuilder builder(records.at(0).game);
  for (const GameRecord& record : records) {
    builder.Add(record);
  }
  return builder.Finish();
}

TEST(RecordCodeTest, WhatIsWrittenIsRead) {
  for (const GameRecord& record : Records(20)) {
    ASSERT_OK_AND_ASSIGN(const GameRecord read, DecodeRecord(EncodeRecord(record), record.game));
    EXPECT_EQ(read, record);
  }
}

TEST(RecordCodeTest, EveryPrefixIsRefused) {
  const GameRecord record = Records(1)[0];
  const std::string bytes = EncodeRecord(record);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(DecodeRecord(bytes.substr(0, size), record.game),
                StatusIs(absl::StatusCode::kDataLoss));
  }
  EXPECT_THAT(DecodeRecord(bytes + "x", record.game), StatusIs(absl::StatusCode::kDataLoss));
}

// A record without events, as its format is specified.
std::string EmptyRecord(int64_t margin) {
  ByteWriter out;
  out.Fixed(uint64_t{1});
  out.Unsigned(2);  // number
  out.Unsigned(3);  // evaluations
  out.Byte(0);
  out.Fixed(uint32_t{0});  // result
  out.Signed(0);
  out.Signed(margin);
  out.Text("end");
  for (int i = 0; i < 3; ++i) {
    out.Unsigned(0);  // models, events, rows
  }
  return out.Take();
}

TEST(RecordCodeTest, MarginsHaveThirtyTwoBits) {
  for (const int64_t margin : {INT32_MIN, INT32_MAX}) {
    ASSERT_OK_AND_ASSIGN(const GameRecord read, DecodeRecord(EmptyRecord(margin), "game"));
    EXPECT_EQ(read.margin[1], margin);
  }
  for (const int64_t margin : {int64_t{INT32_MIN} - 1, int64_t{INT32_MAX} + 1, int64_t{1} << 40}) {
    EXPECT_THAT(DecodeRecord(EmptyRecord(margin), "game"), StatusIs(absl::StatusCode::kDataLoss));
  }
}

TEST(RecordCodeTest, AnyByteMayBeAnything) {
  const GameRecord record = Records(1)[0];
  const std::string bytes = EncodeRecord(record);
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      const auto read = DecodeRecord(changed, record.game);
      if (read.ok()) {
        EXPECT_LE(read->rows.size(), read->events.size());
      }
    }
  }
}

TEST(RecordFileTest, WhatIsWrittenIsReadFrameByFrame) {
  const std::vector<GameRecord> records = Records(1200);
  ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Parse(FileOf(records), "file"));
  EXPECT_EQ(file.Game(), "tic_tac_toe");
  EXPECT_EQ(file.Games(), 1200);
  EXPECT_GT(file.Frames().size(), 1);
  ASSERT_OK_AND_ASSIGN(const std::vector<GameRecord> read, file.ReadAll());
  EXPECT_EQ(read, records);
}

// A file as the first release wrote it, which knew fewer options.
TEST(RecordFileTest, AFileOfAnEarlierProgramIsOfTheSameGame) {
  const auto game = testing::Game("kontranto{board=3x3,black=c,white=c}");
  SelfPlayTask task = SmallTask(*game, 3);
  task.search.simulations = 2;
  std::vector<GameRecord> records = PlayRecords(task);
  const std::vector<GameRecord> full = records;
  for (GameRecord& record : records) {
    record.game =
        "kontranto{black=c,board=3x3,colour_choice=true,moves=king,target=5,white=c,"
        "zones=standard}";
  }
  ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Parse(FileOf(records), "file"));
  EXPECT_EQ(file.Game(), game->Spec().text);
  ASSERT_OK_AND_ASSIGN(const std::vector<GameRecord> read, file.ReadAll());
  EXPECT_EQ(read, full);
  EXPECT_OK(CheckRecord(*game, read[0]));
}

TEST(RecordFileTest, EmptyFileHasNoGames) {
  ASSERT_OK_AND_ASSIGN(const RecordFile file,
                       RecordFile::Parse(RecordFileBuilder("tic_tac_toe").Finish(), "file"));
  EXPECT_EQ(file.Games(), 0);
  EXPECT_EQ(file.Rows(), 0);
}

TEST(RecordFileTest, ABuilderCanBeUsedAgain) {
  const std::vector<GameRecord> records = Records(5);
  RecordFileBuilder builder("tic_tac_toe");
  builder.Add(records[0]);
  const std::string first = builder.Finish();
  EXPECT_EQ(builder.Games(), 0);
  builder.Add(records[0]);
  EXPECT_EQ(builder.Finish(), first);
}

TEST(RecordFileTest, EveryTruncationIsRefused) {
  const std::string bytes = FileOf(Records(3));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(RecordFile::Parse(bytes.substr(0, size), "file"),
                StatusIs(absl::StatusCode::kDataLoss, "file: "));
  }
}

TEST(RecordFileTest, NoFlippedBitChangesWhatIsRead) {
  const std::vector<GameRecord> records = Records(3);
  const std::string bytes = FileOf(records);
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const size_t bit : {at % 8, (at + 3) % 8}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      auto file = RecordFile::Parse(changed, "file");
      if (!file.ok()) {
        continue;
      }
      const auto read = file->ReadAll();
      EXPECT_TRUE(!read.ok() || *read == records) << "byte " << at << " bit " << bit;
    }
  }
}

TEST(RecordFileTest, DamageIsNamedWithItsPlace) {
  std::string bytes = FileOf(Records(3));
  ASSERT_OK_AND_ASSIGN(const RecordFile whole, RecordFile::Parse(bytes, "file"));
  bytes[whole.Frames()[0].offset + whole.Frames()[0].size / 2] ^= 1;
  ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Parse(bytes, "file"));
  EXPECT_THAT(file.ReadAll(), StatusIs(absl::StatusCode::kDataLoss, "file: frame 0 at byte "));
}

TEST(RecordFileTest, LaterVersionsAreRefusedAsSuch) {
  std::string bytes = FileOf(Records(1));
  bytes[8] = 2;
  EXPECT_THAT(RecordFile::Parse(bytes, "file"),
              StatusIs(absl::StatusCode::kUnimplemented, "version 2"));
}

TEST(RecordFileTest, ARowTakesLittleRoom) {
  const std::vector<GameRecord> records = Records(300);
  ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Parse(FileOf(records), "file"));
  const auto rows = static_cast<double>(file.Rows());
  EXPECT_LT(static_cast<double>(FileOf(records).size()) / rows, 30);
}

// A ShardWriter in a temporary folder, and the shards it sealed.
struct Sealing {
  TempDir folder;
  std::vector<Shard> shards;
  ShardWriter writer;

  explicit Sealing(const StorageSettings& settings)
      : writer(folder.Path(), "tic_tac_toe", settings, [this](const Shard& shard) {
          shards.push_back(shard);
          return absl::OkStatus();
        }) {}
};

TEST(ShardWriterTest, SealsBySizeUnderTheHashOfTheContent) {
  StorageSettings settings;
  settings.shard_bytes = 4096;
  Sealing sealing(settings);
  const std::vector<GameRecord> records = Records(200);
  for (const GameRecord& record : records) {
    ASSERT_OK(sealing.writer.Add(record, {}));
  }
  ASSERT_OK(sealing.writer.Seal());
  EXPECT_GT(sealing.shards.size(), 2);
  std::vector<GameRecord> read;
  for (const Shard& shard : sealing.shards) {
    ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Read(sealing.folder.Path(shard.name)));
    EXPECT_EQ(file.Rows(), shard.rows);
    ASSERT_OK_AND_ASSIGN(const std::vector<GameRecord> part, file.ReadAll());
    read.insert(read.end(), part.begin(), part.end());
  }
  EXPECT_EQ(read, records);
}

TEST(ShardWriterTest, SealsByTheAgeOfTheOldestRecord) {
  StorageSettings settings;
  settings.shard_seconds = 10;
  Sealing sealing(settings);
  const GameRecord record = Records(1)[0];
  const ShardWriter::Clock::time_point start;
  ASSERT_OK(sealing.writer.Add(record, start));
  ASSERT_OK(sealing.writer.Add(record, start + std::chrono::seconds(9)));
  EXPECT_TRUE(sealing.shards.empty());
  ASSERT_OK(sealing.writer.SealIfDue(start + std::chrono::seconds(10)));
  ASSERT_EQ(sealing.shards.size(), 1);
  EXPECT_EQ(sealing.shards[0].games, 2);
  ASSERT_OK(sealing.writer.SealIfDue(start + std::chrono::seconds(100)));
  EXPECT_EQ(sealing.shards.size(), 1);
}

TEST(ShardWriterTest, AFileWithAnotherContentThanItsNameIsRefused) {
  Sealing sealing({});
  ASSERT_OK(sealing.writer.Add(Records(1)[0], {}));
  ASSERT_OK(sealing.writer.Seal());
  const std::string path = sealing.folder.Path(sealing.shards.at(0).name);
  const std::string other = sealing.folder.Path(std::string(64, '0') + ".records");
  std::filesystem::rename(path, other);
  EXPECT_THAT(RecordFile::Read(other), StatusIs(absl::StatusCode::kDataLoss, "damaged"));
}

TEST(ShardWriterTest, AFileMayBearANameThatIsNoHash) {
  Sealing sealing({});
  ASSERT_OK(sealing.writer.Add(Records(1)[0], {}));
  ASSERT_OK(sealing.writer.Seal());
  const std::string other = sealing.folder.Path("mine.records");
  std::filesystem::rename(sealing.folder.Path(sealing.shards.at(0).name), other);
  ASSERT_OK_AND_ASSIGN(const RecordFile file, RecordFile::Read(other));
  EXPECT_EQ(file.Games(), 1);
}

}  // namespace
}  // namespace kvintet::selfplay
