// Tests of Spool: how often it asks, and that no shard is lost.
#include "training/fleet/spool.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/record_words.h"
#include "tests/support/link/cut_link.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/link/folder_link.h"

namespace kvintet::training {
namespace {

using std::chrono::seconds;
using testing::IsOk;
using testing::IsOkAndHolds;

// A spool with one shard, and a link that counts its calls.
class SpoolTest : public ::testing::Test {
 protected:
  SpoolTest() {
    const std::string bytes = selfplay::RecordFileBuilder("tic_tac_toe").Finish();
    sha_ = Sha256Hex(bytes);
    path_ = folder_.Path("spool/" + sha_ + std::string(selfplay::kRecordFileEnding));
    KVINTET_CHECK(MakeDirectories(folder_.Path("spool")).ok());
    KVINTET_CHECK(WriteFileAtomically(path_, bytes).ok());
    spool_.emplace(Spool::Open(folder_.Path("spool"), "host-1").value());
  }
  // Delivers every second for so long.
  void Deliver(seconds time) {
    for (seconds i{0}; i < time; ++i) {
      now_ += seconds(1);
      ASSERT_THAT(spool_->Deliver(&counted_, now_), IsOk());
    }
  }
  size_t Waiting() { return link_.Waiting(10)->size(); }

  const testing::TempDir folder_;
  FolderLink link_ = FolderLink::Open(folder_.Path("link")).value();
  testing::CutLink counted_{&link_, testing::Cut::kBefore, -1};
  std::string sha_;
  std::string path_;
  std::optional<Spool> spool_;
  Spool::Clock::time_point now_ = Spool::Clock::now();
};

TEST_F(SpoolTest, AsksOnceASecondAtFirst) {
  Deliver(seconds(5));
  EXPECT_EQ(counted_.Calls(), 5);
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link_.TakeOver(0));
  ASSERT_THAT(link_.Settle(epoch, sha_, {ShardFate::Kind::kCommitted}), IsOk());
  Deliver(seconds(1));
  EXPECT_EQ(spool_->Shards(), 0);
  EXPECT_EQ(spool_->Bytes(), 0);
  EXPECT_THAT(ReadFile(path_), testing::StatusIs(absl::StatusCode::kNotFound));
}

// A learner may be away for long, and then there are many shards.
TEST_F(SpoolTest, AsksSeldomForWhatWaitsForLong) {
  Deliver(seconds(1200));
  EXPECT_LT(counted_.Calls(), 80);
  const int before = counted_.Calls();
  Deliver(Spool::kLongestPause);
  EXPECT_EQ(counted_.Calls(), before + 1);
}

TEST_F(SpoolTest, OffersAgainWhatTheLinkHasLost) {
  Deliver(seconds(3));
  EXPECT_EQ(Waiting(), 1u);
  std::filesystem::remove_all(folder_.Path("link"));
  link_ = FolderLink::Open(folder_.Path("link")).value();
  EXPECT_EQ(Waiting(), 0u);
  Deliver(seconds(1));
  EXPECT_EQ(Waiting(), 1u);
}

TEST_F(SpoolTest, KeepsWhatTheLearnerHasRefusedAside) {
  Deliver(seconds(1));
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link_.TakeOver(0));
  ASSERT_THAT(link_.Settle(epoch, sha_, {ShardFate::Kind::kRefused, "stale"}), IsOk());
  Deliver(seconds(1));
  EXPECT_EQ(spool_->Shards(), 0);
  EXPECT_EQ(spool_->Refusals(), 1);
  EXPECT_EQ(spool_->Reason(), "stale");
  EXPECT_THAT(ReadFile(folder_.Path("spool/" + sha_ + ".refused")), IsOk());
}

// The stage for which it was played may be over.
TEST_F(SpoolTest, ARefusalOfWhatIsFromAnEarlierAssignmentDoesNotCount) {
  Deliver(seconds(1));
  spool_->BeginAssignment();
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link_.TakeOver(0));
  ASSERT_THAT(link_.Settle(epoch, sha_, {ShardFate::Kind::kRefused, "stale"}), IsOk());
  Deliver(seconds(1));
  EXPECT_EQ(spool_->Shards(), 0);
  EXPECT_EQ(spool_->Refusals(), 0);
}

}  // namespace
}  // namespace kvintet::training
