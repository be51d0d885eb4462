// Tests of LearningReview: what is measured at the end of a round, and what is kept.
#include "training/learning/learning_review.h"

#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

using testing::IsOk;

constexpr int kBatch = 16;
constexpr char kSettings[] = "learner { batch_size: 16 held_out_share: 0.3 }";

class LearningReviewTest : public ::testing::Test {
 protected:
  LearningReviewTest() {
    EXPECT_THAT(MergeTextProto(kSettings, "test", config_), IsOk());
    window_ = ReplayWindow(0, config_.learner().held_out_share());
    for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game_, 24))) {
      window_.Add(std::move(record));
    }
    progress_.rows = window_.TotalRows();
    progress_.window = window_.TotalRows();
    const network::NetworkShape shape = network::NetworkSight(*game_).Shape();
    const network::NetworkSize size = {.blocks = 1, .channels = 8, .value_hidden = 8};
    learner_ = *network::Learner::Create(shape, size, network::InitialWeights(shape, size, 1), {});
  }

  LearningReview Review() const { return LearningReview(*game_, config_, folder_.Path()); }
  void TakeStep(LearningReview* review) {
    batches_.Make(window_, window_.TotalRows(), learner_->Steps(), kBatch);
    ASSERT_OK_AND_ASSIGN(const network::LossReport losses, learner_->Step(batches_.Batch()));
    review->AddStep(losses, batches_);
  }
  void EndRound(LearningReview* review) {
    ASSERT_THAT(review->EndRound(window_, learner_.get(), &batches_, &progress_), IsOk());
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const testing::TempDir folder_;
  Config config_;
  ReplayWindow window_;
  Progress progress_;
  std::unique_ptr<network::Learner> learner_;
  BatchMaker batches_ = {*game_, config_.learner(), 1};
};

TEST_F(LearningReviewTest, HeldOutAndLearntRowsAreMeasured) {
  LearningReview review = Review();
  TakeStep(&review);
  EndRound(&review);
  const LearningFigures& figures = progress_.learning;
  EXPECT_GT(figures.held_out.rows, 0);
  EXPECT_GT(figures.learnt.rows, 0);
  EXPECT_EQ(*figures.held_out.rows + *figures.learnt.rows, window_.TotalRows());
  EXPECT_EQ(figures.held_out_newest.rows, figures.held_out.rows);
  EXPECT_GT(figures.age_rows, 0);
}

TEST_F(LearningReviewTest, WithoutStepsTheFiguresStay) {
  LearningReview review = Review();
  TakeStep(&review);
  EndRound(&review);
  const LearningFigures before = progress_.learning;
  review.AddGame(*window_.At(0, window_.TotalRows()).record);
  TakeStep(&review);
  EndRound(&review);
  EXPECT_NE(progress_.learning.held_out.policy_loss, before.held_out.policy_loss);
  const LearningFigures after = progress_.learning;
  EndRound(&review);
  EXPECT_EQ(progress_.learning.held_out.policy_loss, after.held_out.policy_loss);
  EXPECT_EQ(progress_.learning.ends, after.ends);
}

TEST_F(LearningReviewTest, ARunGoesOnFromTheRoundsInItsMetrics) {
  const Progress round = {.rows = progress_.rows / 2, .seconds = 3600};
  progress_.seconds = 7200;
  ASSERT_THAT(
      WriteFileAtomically(folder_.Path() + "/metrics.jsonl", ToJsonLine(ToJson(round)) + "\n"),
      IsOk());
  LearningReview review = Review();
  TakeStep(&review);
  const double age = batches_.MeanAge();
  EndRound(&review);
  EXPECT_EQ(progress_.learning.age_minutes, MinutesOfRows({round}, progress_, age));
  EXPECT_NE(progress_.learning.age_minutes, MinutesOfRows({}, progress_, age));
}

}  // namespace
}  // namespace kvintet::training
