// Tests of TrainBucket.
#include "training/data/train_bucket.h"

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

// Each row allows two samples, a step takes eight, and none is taken before there are 20 rows.
LearnerConfig Config() {
  LearnerConfig config;
  config.set_reuse(2);
  config.set_batch_size(8);
  config.mutable_window()->set_min_rows(20);
  return config;
}

int StepsAllowed(TrainBucket bucket, int64_t total_rows) {
  int steps = 0;
  for (; bucket.AllowsStep(total_rows); ++steps) {
    bucket.TakeStep();
  }
  return steps;
}

TEST(TrainBucketTest, EachRowAllowsItsSamples) {
  TrainBucket bucket(Config());
  bucket.AddRows(3);
  EXPECT_EQ(StepsAllowed(bucket, 20), 0);
  bucket.AddRows(17);
  EXPECT_EQ(bucket.Credit(), 40);
  EXPECT_EQ(StepsAllowed(bucket, 20), 5);
}

TEST(TrainBucketTest, StepsUseItUp) {
  TrainBucket bucket(Config(), 17);
  bucket.TakeStep();
  EXPECT_EQ(bucket.Credit(), 9);
  bucket.TakeStep();
  EXPECT_FALSE(bucket.AllowsStep(20));
  EXPECT_EQ(bucket.Credit(), 1);
}

TEST(TrainBucketTest, OnlyOneStepOfTheFirstRowsIsKept) {
  TrainBucket bucket(Config());
  bucket.AddRows(19);
  EXPECT_FALSE(bucket.AllowsStep(19));
  EXPECT_EQ(bucket.Credit(), 8);
  bucket.AddRows(1);
  EXPECT_EQ(StepsAllowed(bucket, 20), 1);
}

TEST(TrainBucketTest, AContinuedRunCountsTheRowsSinceItsCommit) {
  RunState state;
  state.shards = {{.rows = 100}, {.rows = 5}, {.rows = 7}};
  state.committed = 1;
  state.commit = CommitEntry{.credit = 3};
  EXPECT_EQ(BucketOf(Config(), state).Credit(), 3 + 2 * (5 + 7));
}

TEST(TrainBucketTest, ARunThatBeginsCountsTheGivenRowsInItsWindow) {
  LearnerConfig config = Config();
  EXPECT_EQ(BucketOf(config, {}).Credit(), 0);
  config.mutable_window()->set_max_rows(30);
  RunState state;
  state.shards = {{.rows = 100}, {.rows = 500}};
  EXPECT_EQ(BucketOf(config, state).Credit(), 2 * 30);
}

}  // namespace
}  // namespace kvintet::training
