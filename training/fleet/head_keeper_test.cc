// Tests of HeadKeeper and LinkMemory: no game number is given twice, whatever a link forgets.
#include "training/fleet/head_keeper.h"
#include "selfplay/records/game_record.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "selfplay/records/game_record.h"
#include "tests/support/link/cut_link.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/link/folder_link.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;

// A run whose learner may die, and whose link may forget everything.
class HeadKeeperTest : public ::testing::Test {
 protected:
  HeadKeeperTest() { KVINTET_CHECK(MakeDirectories(Run()).ok()); }

  std::string Run() const { return folder_.Path("run"); }
  FolderLink Link() const { return FolderLink::Open(folder_.Path("link")).value(); }
  void Forget() const { std::filesystem::remove_all(folder_.Path("link")); }

  absl::StatusOr<HeadKeeper> Begin(RunLink* link) const {
    const auto memory = ReadLinkMemory(Run());
    KVINTET_CHECK(memory.ok());
    return HeadKeeper::TakeOver(
        link, *memory, [this](const LinkMemory& kept) { return WriteLinkMemory(Run(), kept); });
  }
  // The learner has games up to `next`, and may have an end.
  static RunHead HeadOf(int64_t next, std::optional<int64_t> end = {}) {
    return {.generation = next, .model = Sha256Hex("model"), .first_free = next, .end = end};
  }
  // Takes numbers, each of which must be new.
  void Lease(RunLink* link) {
    ASSERT_OK_AND_ASSIGN(const training::Lease lease, link->TakeNumbers(50));
    EXPECT_EQ(lease.count, 50);
    for (int64_t i = 0; i < lease.count; ++i) {
      EXPECT_TRUE(given_.insert(lease.first + i).second) << lease.first + i;
    }
  }

  const testing::TempDir folder_;
  std::set<int64_t> given_;
};

TEST_F(HeadKeeperTest, NumbersGoOnIfTheLinkRemembersThem) {
  for (int64_t begun = 0; begun < 3; ++begun) {
    FolderLink link = Link();
    ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
    ASSERT_THAT(keeper.Publish(HeadOf(0), "model"), IsOk());
    EXPECT_THAT(link.TakeNumbers(10), IsOkAndHolds(training::Lease{10 * begun, 10, begun + 1, 0}));
  }
}

// The learner knows of no game that is in play or in a spool.
TEST_F(HeadKeeperTest, GivesNoNumberTwiceIfLinkAndLearnerBeginAgain) {
  for (int again = 0; again < 3; ++again) {
    {
      FolderLink link = Link();
      ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
      ASSERT_THAT(keeper.Publish(HeadOf(12), "model"), IsOk());
      Lease(&link);
      ASSERT_THAT(keeper.Publish(HeadOf(14), "model"), IsOk());
      Lease(&link);
    }
    Forget();
  }
}

TEST_F(HeadKeeperTest, GivesNoNumberTwiceIfTheLinkForgetsWhileItLearns) {
  FolderLink first = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&first));
  ASSERT_THAT(keeper.Publish(HeadOf(0), "model"), IsOk());
  Lease(&first);
  HeadKeeper::Clock::time_point now = HeadKeeper::Clock::now();
  for (int again = 0; again < 3; ++again) {
    Forget();
    FolderLink link = Link();
    now += std::chrono::seconds(2);
    ASSERT_THAT(keeper.Keep(now), IsOk());
    Lease(&link);
    // As at the end of a round.
    ASSERT_THAT(keeper.Publish(HeadOf(again), "model"), IsOk());
    Lease(&link);
  }
}

// The head of the next round may be published before anybody has noticed.
TEST_F(HeadKeeperTest, GivesNoNumberTwiceIfTheLinkForgetsBeforeANewHead) {
  FolderLink first = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&first));
  ASSERT_THAT(keeper.Publish(HeadOf(0), "model"), IsOk());
  Lease(&first);
  for (int again = 1; again < 3; ++again) {
    Forget();
    FolderLink link = Link();
    ASSERT_THAT(keeper.Publish(HeadOf(again), "model"), IsOk());
    Lease(&link);
    EXPECT_THAT(link.GetBlob(Sha256Hex("model")), IsOk());
  }
}

// A head that was told in spite of an error is no reason to begin numbers anew.
TEST_F(HeadKeeperTest, NumbersGoOnAfterACallThatSeemedToFail) {
  for (const testing::Cut cut : {testing::Cut::kBefore, testing::Cut::kAfter}) {
    for (int at = 0; at < 24; ++at) {
      FolderLink link = Link();
      testing::CutLink cut_link(&link, cut, at);
      absl::StatusOr<HeadKeeper> keeper = Begin(&cut_link);
      if (keeper.ok()) {
        HeadKeeper::Clock::time_point now = HeadKeeper::Clock::now();
        for (int64_t round = 0; round < 3; ++round) {
          keeper->Publish(HeadOf(round), "model").IgnoreError();
          keeper->Publish(HeadOf(round + 1), "model").IgnoreError();
          keeper->SetPause(true).IgnoreError();
          keeper->SetPause(false).IgnoreError();
          now += std::chrono::seconds(2);
          keeper->Keep(now).IgnoreError();
        }
        EXPECT_EQ(link.Head()->generation, 3);
        EXPECT_FALSE(link.Head()->pause);
        Lease(&link);
      }
    }
  }
  ASSERT_GT(given_.size(), 500u);
  EXPECT_LT(*given_.rbegin(), HeadKeeper::kSlack);
}

// A server may come back with what it had saved some time ago.
TEST_F(HeadKeeperTest, GivesNoNumberTwiceIfTheLinkGoesBackInTime) {
  FolderLink link = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
  ASSERT_THAT(keeper.Publish(HeadOf(0), "model"), IsOk());
  std::filesystem::copy(folder_.Path("link"), folder_.Path("saved"),
                        std::filesystem::copy_options::recursive);
  Lease(&link);
  ASSERT_THAT(keeper.Publish(HeadOf(5), "model"), IsOk());
  Forget();
  std::filesystem::rename(folder_.Path("saved"), folder_.Path("link"));
  ASSERT_THAT(keeper.Keep(HeadKeeper::Clock::now() + std::chrono::seconds(2)), IsOk());
  Lease(&link);
}

// In a round, whoever plays a number plays the same game.
TEST_F(HeadKeeperTest, ARoundHasItsNumbersWhateverTheLinkForgets) {
  for (int again = 0; again < 2; ++again) {
    FolderLink link = Link();
    ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
    ASSERT_THAT(keeper.Publish(HeadOf(32, 64), "model"), IsOk());
    EXPECT_THAT(link.TakeNumbers(50), IsOkAndHolds(training::Lease{32, 32, again + 1, 32}));
    Forget();
  }
}

TEST_F(HeadKeeperTest, InARoundActorsMayHaveAnyOfItsNumbers) {
  FolderLink link = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
  ASSERT_THAT(keeper.Publish(HeadOf(32, 64), "model"), IsOk());
  ASSERT_THAT(link.TakeNumbers(10), IsOk());
  EXPECT_THAT(keeper.NumberBound(), IsOkAndHolds(std::optional<int64_t>(64)));
}

TEST_F(HeadKeeperTest, SaysThatNoNumbersAreLeft) {
  ASSERT_THAT(WriteLinkMemory(Run(), {7, selfplay::kGameNumberEnd - 2 * HeadKeeper::kSlack}),
              IsOk());
  FolderLink link = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
  EXPECT_EQ(keeper.Epoch(), 8);
  ASSERT_THAT(keeper.Publish(HeadOf(3), "model"), IsOk());
  Forget();
  FolderLink again = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper next, Begin(&again));
  EXPECT_THAT(next.Publish(HeadOf(3), "model"),
              StatusIs(absl::StatusCode::kFailedPrecondition, "none are left"));
}

TEST_F(HeadKeeperTest, KnowsWhichNumbersActorsMayHave) {
  FolderLink link = Link();
  ASSERT_OK_AND_ASSIGN(HeadKeeper keeper, Begin(&link));
  EXPECT_THAT(keeper.NumberBound(), IsOkAndHolds(std::optional<int64_t>()));
  ASSERT_THAT(keeper.Publish(HeadOf(20), "model"), IsOk());
  EXPECT_THAT(keeper.NumberBound(), IsOkAndHolds(std::optional<int64_t>(20)));
  ASSERT_THAT(link.TakeNumbers(30), IsOk());
  EXPECT_THAT(keeper.NumberBound(), IsOkAndHolds(std::optional<int64_t>(50)));
  // Games of before are still under way.
  Forget();
  FolderLink again = Link();
  EXPECT_THAT(keeper.NumberBound(), IsOkAndHolds(std::optional<int64_t>()));
}

TEST_F(HeadKeeperTest, ReadsTheMemoryOfAnEarlierProgram) {
  EXPECT_THAT(ReadLinkMemory(Run()), IsOkAndHolds(LinkMemory{0, 0}));
  ASSERT_THAT(WriteFileAtomically(Run() + "/epoch", "12"), IsOk());
  EXPECT_THAT(ReadLinkMemory(Run()), IsOkAndHolds(LinkMemory{12, 0}));
  for (const char* wrong : {"", "x", "1 x", "1 2 3", "-1", "1 -1"}) {
    ASSERT_THAT(WriteFileAtomically(Run() + "/epoch", wrong), IsOk());
    EXPECT_THAT(ReadLinkMemory(Run()), StatusIs(absl::StatusCode::kDataLoss, "/epoch: wanted"))
        << wrong;
  }
}

}  // namespace
}  // namespace kvintet::training
