// Tests of RunLearner: it continues from a commit exactly as it would have gone on.
#include "training/loop/run_learner.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr int kBatch = 16;
constexpr char kTiny[] = R"pb(
  seed: 5
  network { blocks: 1 channels: 8 value_hidden: 8 device: "CPU" precision: FP32 }
  learner { warmup_steps: 2 }
)pb";
constexpr char kMagnet[] = "learner { policy_gradient { kl_to_magnet: 0.1 } }";
constexpr char kCritic[] = R"pb(
  learner {
    objective: POLICY_GRADIENT
    policy_gradient { privileged_critic { blocks: 1 channels: 8 value_hidden: 8 } }
  }
)pb";

class RunLearnerTest : public ::testing::Test {
 protected:
  RunLearnerTest() : directory_(*RunDirectory::Open(folder_.Path() + "/run", Config())) {
    options_.game = game_.get();
    options_.config.set_game("tic_tac_toe");
    Set(kTiny);
    for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game_, 8))) {
      window_.Add(std::move(record));
    }
  }

  void Set(const char* settings) {
    ASSERT_THAT(MergeTextProto(settings, "test", options_.config), IsOk());
  }
  absl::StatusOr<std::unique_ptr<RunLearner>> Create() const {
    return RunLearner::Create(options_, {}, directory_);
  }
  void TakeStep(RunLearner* learner) const {
    BatchMaker batches(*game_, options_.config.learner(), options_.config.seed());
    const int64_t rows = window_.TotalRows();
    ASSERT_OK_AND_ASSIGN(const selfplay::GameJudgments* judgments, learner->Judge(window_, rows));
    batches.Make(window_, rows, learner->Steps(), kBatch, judgments);
    ASSERT_THAT(learner->Step(batches, 1), IsOk());
  }
  void Commit(RunLearner* learner) {
    CommitEntry commit;
    ASSERT_THAT(learner->Save(directory_, &commit), IsOk());
    ASSERT_THAT(directory_.AddCommit(commit), IsOk());
  }
  // Goes on in two ways: without a stop, and from the last commit.
  void ExpectTheSameFromTheCommit() {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLearner> whole, Create());
    TakeStep(whole.get());
    Commit(whole.get());
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLearner> resumed, Create());
    EXPECT_EQ(resumed->Steps(), 1);
    TakeStep(whole.get());
    TakeStep(resumed.get());
    CommitEntry of_whole;
    CommitEntry of_resumed;
    ASSERT_THAT(whole->Save(directory_, &of_whole), IsOk());
    ASSERT_THAT(resumed->Save(directory_, &of_resumed), IsOk());
    EXPECT_EQ(of_resumed.steps, 2);
    EXPECT_EQ(of_resumed.model, of_whole.model);
    EXPECT_EQ(of_resumed.learner, of_whole.learner);
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const testing::TempDir folder_;
  RunDirectory directory_;
  TrainOptions options_;
  ReplayWindow window_;
};

TEST_F(RunLearnerTest, ContinuesAsIfItHadNotStopped) { ExpectTheSameFromTheCommit(); }

TEST_F(RunLearnerTest, ContinuesWithItsCriticAndItsMagnet) {
  Set(kCritic);
  Set(kMagnet);
  ExpectTheSameFromTheCommit();
}

TEST_F(RunLearnerTest, ItsModelSaysWhereItCameFrom) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLearner> learner, Create());
  TakeStep(learner.get());
  const network::ModelHeader head = learner->CurrentModel(8).head;
  EXPECT_EQ(head.game, "tic_tac_toe");
  const std::map<std::string, std::string> provenance = {
      {"run", "kvintet train"}, {"seed", "5"}, {"steps", "1"}, {"games", "8"}};
  EXPECT_EQ(head.provenance, provenance);
}

TEST_F(RunLearnerTest, ACommitWithoutTheCriticIsRefused) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLearner> learner, Create());
  Commit(learner.get());
  Set(kCritic);
  EXPECT_THAT(Create(), StatusIs(absl::StatusCode::kDataLoss, "privileged critic"));
}

}  // namespace
}  // namespace kvintet::training
