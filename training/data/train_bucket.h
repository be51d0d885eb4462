// TrainBucket: the samples that new rows allow the learner to draw, and steps use up.
#pragma once

#include <cstdint>

#include "proto/learner_config.pb.h"
#include "training/run/run_directory.h"

namespace kvintet::training {

// Holds LearnerConfig::reuse samples for each row that has been added, less the samples of all
// steps.
class TrainBucket {
 public:
  explicit TrainBucket(const LearnerConfig& config, double credit = 0)
      : reuse_(config.reuse()),
        batch_size_(config.batch_size()),
        min_rows_(config.window().min_rows()),
        credit_(credit) {}

  void AddRows(int64_t rows) { credit_ += reuse_ * static_cast<double>(rows); }
  // Whether a step may be taken now that the run has `total_rows` rows. None may before the window
  // has its minimum. What was gained until then is cut to one step's samples, so that it is not
  // spent all at once.
  bool AllowsStep(int64_t total_rows);
  void TakeStep() { credit_ -= batch_size_; }

  // Samples left; stored at commits.
  double Credit() const { return credit_; }

 private:
  double reuse_;
  double batch_size_;
  int64_t min_rows_;
  double credit_;
};

// The bucket with which a run begins or continues: that of its last commit, and the rows recovered
// since. Before the first commit: only the window's part of the given games, so that each of its
// rows is learnt from as often as one of the run's own.
TrainBucket BucketOf(const LearnerConfig& config, const RunState& state);

}  // namespace kvintet::training
