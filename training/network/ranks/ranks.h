// Ranks: takes a learner's steps with several processes of this machine together.
//
// The first rank is the run: it plays, makes the batches and commits. The others are processes of
// the same program that know neither game nor run. They get the learner's state once and then each
// batch in full, process their part of its rows, and step as the first rank does. On the CPU a step
// gives the same bytes with any number of ranks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"

namespace kvintet::network {

// How many ranks, and how they are started.
struct RankOptions {
  int ranks = 1;
  // A rank that is silent for this long while others wait for it is considered lost.
  double timeout_seconds = 30;
  // The program and its first arguments. Ranks appends the arguments of RunRank: this process, the
  // rank, the number of ranks, and the timeout.
  std::vector<std::string> command = {};
};

// InvalidArgument unless this many ranks can learn from batches of `batch_size` rows on this
// device; Unimplemented if this build has no Gloo. One rank is always allowed.
absl::Status CheckRanks(const RankOptions& options, int batch_size, const Device& device);

// The further ranks, seen from the first. They start with the first step and end with this object.
// If a rank is lost, the step is repeated with all ranks restarted from the learner's state before
// it. After three failures in a row there is one rank fewer, in the end only the learner itself;
// the weights stay the same. One thread at a time.
class Ranks {
 public:
  // `learner` was made with these options and this architecture, and must outlive the ranks.
  // REQUIRES: CheckRanks is ok.
  Ranks(RankOptions options, const LearnerOptions& learner_options, ModelHeader head,
        Learner* learner);
  ~Ranks();

  // As Learner::Step.
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);

  // The current number of ranks, including the first.
  int Count() const { return count_; }

 private:
  class Group;

  absl::StatusOr<LossReport> TryStep(const TrainingBatch& batch);
  void End();
  // Called when the group has broken: ends it and logs why.
  void Lose(const absl::Status& status);

  const RankOptions options_;
  const LearnerOptions learner_options_;
  const ModelHeader head_;
  Learner* const learner_;
  int count_;
  // Failures since the last completed step.
  int failures_ = 0;
  // Empty before the first step and after a loss.
  std::unique_ptr<Group> group_;
};

// Runs a further rank in a process that Ranks has started: learns along until the first rank no
// longer needs it. Errors are those of this rank only.
absl::Status RunRank(int parent, int rank, int ranks, double timeout_seconds);

}  // namespace kvintet::network
