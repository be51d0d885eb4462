// Ranks that join over the network: threads of this process on the loopback interface.
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/join_run.h"
#include "training/network/ranks/rank_door.h"
#include "training/network/ranks/rank_greeting.h"
#include "training/network/ranks/rank_line.h"
#include "training/network/ranks/rank_socket.h"
#include "training/network/ranks/ranks.h"
#include "training/network/ranks/remote_rank.h"

namespace kvintet::network {
namespace {

using kvintet::testing::IsOk;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 2, .channels = 32};
const LearnerOptions kOptions{.clip_norm = 1, .loss = {.heads = "soft_policy margin"}};
const ModelHeader kHead{.game = "made up", .shape = kShape, .size = kSize, .provenance = {}};

std::unique_ptr<Learner> Make(const LearnerOptions& options = kOptions) {
  auto learner = Learner::Create(kShape, kSize,
                                 InitialWeights(kShape, kSize, 1, options.loss.Heads()), options);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

// Waits for what will be soon, on a machine with other work.
template <typename Condition>
void WaitUntil(const Condition& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(condition());
}

// A thread that joins, until it is asked to stop or the run is over.
class Joiner {
 public:
  explicit Joiner(const std::string& address)
      : thread_([this, address](const std::stop_token& stop) {
          status_ = JoinRun({.address = address, .threads = 1, .stop = stop});
        }) {}

  absl::Status Stop() {
    thread_.request_stop();
    return Await();
  }
  absl::Status Await() {
    thread_.join();
    return status_;
  }

 private:
  absl::Status status_;
  std::jthread thread_;
};

class JoinedRanksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasRankGroups()) {
      GTEST_SKIP() << "built without Gloo";
    }
    ASSERT_OK_AND_ASSIGN(door_, RankDoor::Open("127.0.0.1:0", "--ranks-at"));
    Begin(kOptions);
  }

  void Begin(const LearnerOptions& options, double timeout_seconds = 20) {
    ranks_.reset();
    alone_ = Make(options);
    learner_ = Make(options);
    ranks_ = std::make_unique<Ranks>(
        RankOptions{.timeout_seconds = timeout_seconds, .door = door_.get()}, options, kHead,
        learner_.get());
  }

  // Waits for so many more than those that learn already.
  void AwaitRanks(size_t count) {
    WaitUntil([&] { return door_->Waiting() == count; });
  }

  // Takes a step together and the same one alone, by default in four parts, and expects the same
  // report and bytes.
  void Step(int rows = 250) {
    const MadeUpLesson lesson(kShape, rows, ++seed_);
    ASSERT_OK_AND_ASSIGN(const LossReport wanted, alone_->Step(lesson.Batch()));
    ASSERT_OK_AND_ASSIGN(const LossReport found, ranks_->Step(lesson.Batch()));
    EXPECT_EQ(found.total, wanted.total);
    EXPECT_EQ(found.gradient_norm, wanted.gradient_norm);
    EXPECT_TRUE(learner_->SaveState() == alone_->SaveState()) << "after step " << seed_;
  }

  // A connection that says hello as a rank does.
  std::unique_ptr<RankLine> Greet() {
    const auto name = ParseSocketName(door_->Address(), "");
    auto line = std::make_unique<RankLine>(*ConnectTo(*name, 20, {}));
    EXPECT_OK(line->Send(RankWord::kHello, PackGreeting(*OwnGreeting())));
    EXPECT_EQ(line->Hear(20)->word, RankWord::kWelcome);
    return line;
  }

  std::unique_ptr<RankDoor> door_;
  std::unique_ptr<Learner> alone_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Ranks> ranks_;
  uint64_t seed_ = 0;
};

TEST_F(JoinedRanksTest, GiveTheBytesOfOne) {
  for (const size_t count : {0u, 1u, 2u}) {
    Begin(kOptions);
    std::vector<std::unique_ptr<Joiner>> joiners;
    for (size_t i = 0; i < count; ++i) {
      joiners.push_back(std::make_unique<Joiner>(door_->Address()));
    }
    AwaitRanks(count);
    // The last one has fewer parts than there are ranks.
    for (const int rows : {250, 200, 130, 40}) {
      Step(rows);
      EXPECT_EQ(ranks_->Count(), static_cast<int>(1 + count));
    }
    for (auto& joiner : joiners) {
      EXPECT_OK(joiner->Stop());
    }
    Step();
    EXPECT_EQ(ranks_->Count(), 1);
  }
}

TEST_F(JoinedRanksTest, ComeAndGoBetweenSteps) {
  Step();
  Joiner first(door_->Address());
  AwaitRanks(1);
  Step();
  EXPECT_EQ(ranks_->Count(), 2);
  Joiner second(door_->Address());
  AwaitRanks(1);
  Step();
  Step();
  EXPECT_EQ(ranks_->Count(), 3);
  EXPECT_OK(first.Stop());
  Step();
  EXPECT_EQ(ranks_->Count(), 2);
  Step();
  EXPECT_OK(second.Stop());
  Step();
  EXPECT_EQ(ranks_->Count(), 1);
}

TEST_F(JoinedRanksTest, TakeOverAMagnet) {
  LearnerOptions options = kOptions;
  options.loss.kl_to_magnet = 0.1;
  options.magnet_steps = 2;
  Begin(options);
  Step();
  Joiner joiner(door_->Address());
  AwaitRanks(1);
  for (int i = 0; i < 4; ++i) {
    Step();
    EXPECT_EQ(ranks_->Count(), 2);
  }
  EXPECT_OK(joiner.Stop());
}

TEST_F(JoinedRanksTest, WaitIfABatchHasNoPartForThem) {
  Joiner first(door_->Address());
  Joiner second(door_->Address());
  AwaitRanks(2);
  Step(128);
  EXPECT_EQ(ranks_->Count(), 2);
  EXPECT_EQ(door_->Waiting(), 1u);
  Step(192);
  EXPECT_EQ(ranks_->Count(), 3);
  EXPECT_OK(first.Stop());
  EXPECT_OK(second.Stop());
}

TEST_F(JoinedRanksTest, LearnForTheNextRunAndLeaveAfterTheLast) {
  Joiner joiner(door_->Address());
  AwaitRanks(1);
  Step();
  Begin(kOptions);
  AwaitRanks(1);
  Step();
  EXPECT_EQ(ranks_->Count(), 2);
  ranks_.reset();
  door_->SayEnd();
  EXPECT_OK(joiner.Await());
  EXPECT_EQ(door_->Waiting(), 0u);
}

TEST_F(JoinedRanksTest, WaitForARunThatIsNotThere) {
  ranks_.reset();
  const std::string address = door_->Address();
  door_.reset();
  Joiner joiner(address);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ASSERT_OK_AND_ASSIGN(door_, RankDoor::Open(address, ""));
  Begin(kOptions);
  AwaitRanks(1);
  Step();
  // The run is stopped, and goes on.
  ranks_.reset();
  door_.reset();
  ASSERT_OK_AND_ASSIGN(door_, RankDoor::Open(address, ""));
  Begin(kOptions);
  AwaitRanks(1);
  Step();
  EXPECT_EQ(ranks_->Count(), 2);
  EXPECT_OK(joiner.Stop());
}

TEST_F(JoinedRanksTest, AreLostIfTheyDoNotMeetOrDoNotStep) {
  Begin(kOptions, 0.5);
  // The one does not answer at all, the other does not meet.
  const std::unique_ptr<RankLine> silent = Greet();
  AwaitRanks(1);
  Step();
  EXPECT_EQ(ranks_->Count(), 1);
  const std::unique_ptr<RankLine> absent = Greet();
  AwaitRanks(1);
  std::jthread answers([&](const std::stop_token& stop) {
    while (true) {
      const auto message = absent->Hear(-1, stop);
      if (!message.ok()) {
        return;
      }
      if (message->word == RankWord::kGather) {
        EXPECT_OK(absent->Send(RankWord::kReady, message->bytes));
      }
    }
  });
  Step();
  EXPECT_EQ(ranks_->Count(), 1);
  // Sent away, it would have to come again.
  WaitUntil([&] { return absent->IsClosed(); });
  Step();
}

TEST_F(JoinedRanksTest, MayLoseTheirLineInAMeeting) {
  std::unique_ptr<RankLine> line = Greet();
  AwaitRanks(1);
  std::jthread leaves([&] {
    const auto gather = line->Hear(20);
    ASSERT_THAT(gather, IsOk());
    EXPECT_OK(line->Send(RankWord::kReady, gather->bytes));
    EXPECT_EQ(line->Hear(20)->word, RankWord::kMeet);
    line.reset();
  });
  Step();
  EXPECT_EQ(ranks_->Count(), 1);
}

TEST(CheckRanksTest, RefusesADoorThatNobodyCanUse) {
  if (!HasRankGroups()) {
    GTEST_SKIP() << "built without Gloo";
  }
  ASSERT_OK_AND_ASSIGN(const auto door, RankDoor::Open("127.0.0.1:0", "--ranks-at"));
  const RankOptions options = {.door = door.get()};
  using kvintet::testing::StatusIs;
  EXPECT_OK(CheckRanks(options, kShape, 128, {}));
  EXPECT_THAT(CheckRanks(options, kShape, 127, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, "wanted 2 whole parts, found 1"));
  EXPECT_THAT(CheckRanks(options, kShape, 128, {.is_cuda = true}),
              StatusIs(absl::StatusCode::kInvalidArgument, "network.device"));
}

}  // namespace
}  // namespace kvintet::network
