// Learners that step together, as threads of one process, and ranks that cannot be started.
#include "training/network/ranks/ranks.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/learning/made_up_rows.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/batch_bytes.h"
#include "training/network/ranks/meeting_board.h"
#include "training/network/ranks/patience.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 2, .channels = 32};
const LearnerOptions kOptions{.clip_norm = 1,
                              .loss = {.heads = "soft_policy reply_policy margin ownership"}};

std::unique_ptr<Learner> Make() {
  auto learner = Learner::Create(kShape, kSize,
                                 InitialWeights(kShape, kSize, 1, kOptions.loss.Heads()), kOptions);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

// Takes steps on batches of different sizes. The last one has fewer chunks than there are ranks.
std::vector<LossReport> Teach(Learner& learner) {
  std::vector<LossReport> reports;
  for (const int rows : {256, 250, 130, 40}) {
    const auto report =
        learner.Step(MadeUpLesson(kShape, rows, static_cast<uint64_t>(rows)).Batch());
    EXPECT_TRUE(report.ok()) << report.status();
    reports.push_back(report.ok() ? *report : LossReport());
  }
  return reports;
}

// Teaches `ranks` learners together, each in its own thread.
std::vector<std::unique_ptr<Learner>> TeachTogether(int ranks, std::vector<LossReport>* reports) {
  MeetingBoard board(20);
  std::vector<std::unique_ptr<Learner>> learners(static_cast<size_t>(ranks));
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      const auto group =
          JoinRankGroup({.rank = rank, .ranks = ranks, .timeout_seconds = 20, .notes = &board});
      ASSERT_TRUE(group.ok()) << group.status();
      auto& learner = learners[static_cast<size_t>(rank)];
      learner = Make();
      learner->UseGroup(group->get());
      const std::vector<LossReport> own = Teach(*learner);
      learner->UseGroup(nullptr);
      if (rank == 0) {
        *reports = own;
      }
    });
  }
  threads.clear();
  return learners;
}

TEST(RankGroupTest, SharesPartsOutInOrderAndTheFirstRankHasOne) {
  class Parts final : public RankGroup {
   public:
    using RankGroup::RankGroup;

   protected:
    absl::Status Send(int, std::span<std::byte>) override { return absl::OkStatus(); }
    absl::Status Receive(int, std::span<std::byte>) override { return absl::OkStatus(); }
  };
  for (int count = 1; count < 20; ++count) {
    for (int ranks = 1; ranks < 8; ++ranks) {
      int64_t next = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const auto [begin, end] = Parts({.rank = rank, .ranks = ranks}).Part(count);
        EXPECT_EQ(begin, next);
        EXPECT_GE(end, begin);
        EXPECT_TRUE(rank > 0 || end > 0);
        next = end;
      }
      EXPECT_EQ(next, count);
    }
  }
}

TEST(PatienceTest, LastsForAMinuteAndThenForATenthOfTheTime) {
  using std::chrono::seconds;
  const auto begin = Patience::Clock::now();
  Patience patience(begin);
  EXPECT_TRUE(patience.IsLeft(begin));
  patience.Spend(seconds(35), begin + seconds(35));
  EXPECT_TRUE(patience.IsLeft(begin + seconds(35)));
  // 25 s are left, 3.5 s come back meanwhile, and so 6.5 s are owed.
  patience.Spend(seconds(35), begin + seconds(70));
  EXPECT_FALSE(patience.IsLeft(begin + seconds(70)));
  EXPECT_FALSE(patience.IsLeft(begin + seconds(134)));
  EXPECT_TRUE(patience.IsLeft(begin + seconds(136)));
  // It does not grow beyond a minute.
  patience.Spend(seconds(61), begin + seconds(100000));
  EXPECT_FALSE(patience.IsLeft(begin + seconds(100000)));
}

TEST(BatchBytesTest, KeepEveryArray) {
  const MadeUpLesson lesson(kShape, 5, 3);
  TrainingBatch batch = lesson.Batch();
  const std::vector<int32_t> taken = {1, 2, 3, 4, 5};
  const std::vector<float> behaviour = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f};
  const std::vector<float> advantages = {-1, 0, 1, 2, 3};
  batch.taken = taken;
  batch.behaviour = behaviour;
  batch.advantages = advantages;
  const std::vector<std::byte> bytes = PackBatch(batch);
  const TrainingBatch again = UnpackBatch(bytes);
  EXPECT_TRUE(std::ranges::equal(again.planes, batch.planes));
  EXPECT_TRUE(std::ranges::equal(again.legal, batch.legal));
  EXPECT_TRUE(std::ranges::equal(again.wdl, batch.wdl));
  EXPECT_TRUE(std::ranges::equal(again.advantages, advantages));
  EXPECT_TRUE(std::ranges::equal(again.reply_legal, batch.reply_legal));
  EXPECT_TRUE(std::ranges::equal(again.owners, batch.owners));
  EXPECT_EQ(PackBatch(again), bytes);
}

TEST(RanksTest, SeveralGiveTheBytesOfOne) {
  if (!HasRankGroups()) {
    GTEST_SKIP() << "built without Gloo";
  }
  const auto alone = Make();
  const std::vector<LossReport> wanted = Teach(*alone);
  for (const int ranks : {2, 3, 6}) {
    std::vector<LossReport> reports;
    const auto together = TeachTogether(ranks, &reports);
    ASSERT_EQ(reports.size(), wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(reports[i].total, wanted[i].total);
      EXPECT_EQ(reports[i].gradient_norm, wanted[i].gradient_norm);
    }
    for (const auto& learner : together) {
      EXPECT_TRUE(learner->SaveState() == alone->SaveState()) << ranks << " ranks";
    }
  }
}

TEST(RanksTest, AMemberThatDoesNotComeIsUnavailable) {
  if (!HasRankGroups()) {
    GTEST_SKIP() << "built without Gloo";
  }
  MeetingBoard board(0.5);
  const auto group =
      JoinRankGroup({.rank = 0, .ranks = 2, .timeout_seconds = 0.5, .notes = &board});
  EXPECT_TRUE(absl::IsUnavailable(group.status())) << group.status();
}

// Expects that the learner ends without further ranks and takes the steps of a single learner.
void ExpectGoesOnAlone(const std::vector<std::string>& command) {
  const auto alone = Make();
  Teach(*alone);
  const auto learner = Make();
  Ranks ranks({.ranks = 2, .timeout_seconds = 0.2, .start_seconds = 0.2, .command = command},
              kOptions, {.game = "made up", .shape = kShape, .size = kSize, .provenance = {}},
              learner.get());
  for (const int rows : {256, 250, 130, 40}) {
    const auto report = ranks.Step(MadeUpLesson(kShape, rows, static_cast<uint64_t>(rows)).Batch());
    EXPECT_TRUE(report.ok()) << report.status();
  }
  EXPECT_EQ(ranks.Count(), 1);
  EXPECT_TRUE(learner->SaveState() == alone->SaveState());
}

TEST(RanksTest, RanksThatEndAtOnceAreGivenUp) { ExpectGoesOnAlone({"/bin/false"}); }
TEST(RanksTest, RanksThatSayNothingAreGivenUp) { ExpectGoesOnAlone({"/bin/sleep", "100"}); }
TEST(RanksTest, RanksThatCannotBeStartedAreGivenUp) { ExpectGoesOnAlone({"/nowhere/kvintet"}); }

TEST(RanksTest, RefusesWhatRanksCannotDo) {
  EXPECT_TRUE(CheckRanks({.ranks = 1}, kShape, 1, {.is_cuda = true}).ok());
  if (!HasRankGroups()) {
    EXPECT_THAT(std::string(CheckRanks({.ranks = 2}, kShape, 256, {}).message()),
                HasSubstr("libgloo"));
    GTEST_SKIP() << "built without Gloo";
  }
  const RankOptions two = {.ranks = 2, .command = {"kvintet", "rank"}};
  EXPECT_TRUE(CheckRanks(two, kShape, 128, {}).ok());
  EXPECT_THAT(std::string(CheckRanks(two, kShape, 127, {}).message()),
              HasSubstr("learner.batch_size of 127 is divided into parts of 64 rows, and each rank "
                        "takes at least one: wanted 2 whole parts, found 1"));
  EXPECT_THAT(std::string(CheckRanks(two, kShape, 128, {.is_cuda = true}).message()),
              HasSubstr("network.device"));
  EXPECT_THAT(std::string(CheckRanks({.ranks = 2}, kShape, 128, {}).message()),
              HasSubstr("starts no ranks"));
}

TEST(RanksTest, ARankIsNotStartedByHand) {
  const absl::Status status = RunRank(1);
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
}

}  // namespace
}  // namespace kvintet::network
