// Ranks: a learner whose steps are taken by several processes of this machine together.
//
// The first rank is the run: it plays, makes the batches, commits. The others are processes of the
// same program which know nothing of game and run: they get the learner's state once and each batch
// whole, take their part of its rows, and step as the first one does. On the CPU a step has the
// same bytes with any number of ranks.
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
  // A rank from which nothing is heard for so long while others wait for it is taken for lost.
  double timeout_seconds = 30;
  // The program and its first arguments, to which are added this process, the rank, all ranks and
  // the timeout: what RunRank takes.
  std::vector<std::string> command = {};
};

// InvalidArgument unless these ranks may learn from batches of so many rows, on this device;
// Unimplemented if this build has no Gloo. One rank always may.
absl::Status CheckRanks(const RankOptions& options, int batch_size, const Device& device);

// The further ranks, from the first one's side: they start with the first step, and end with this
// object. A rank that is lost takes no step with it: the step is taken again, with all ranks
// started anew from the learner's state before it. Where that fails three times in a row there is
// one rank less, at last the learner alone; the weights are the same. One thread at a time.
class Ranks {
 public:
  // `learner` was made with these options for this architecture and must outlive the ranks.
  // REQUIRES: CheckRanks is ok.
  Ranks(RankOptions options, const LearnerOptions& learner_options, ModelHead head,
        Learner* learner);
  ~Ranks();

  // As Learner::Step.
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);

  // How many there are now, with the first one.
  int Count() const { return count_; }

 private:
  class Group;

  absl::StatusOr<LossReport> TryStep(const TrainingBatch& batch);
  void End();
  // The group has broken: ends it, and says why.
  void Lose(const absl::Status& status);

  const RankOptions options_;
  const LearnerOptions learner_options_;
  const ModelHead head_;
  Learner* const learner_;
  int count_;
  // Without a step between them.
  int failures_ = 0;
  // Empty before the first step and after a loss.
  std::unique_ptr<Group> group_;
};

// The work of a further rank, a process that Ranks has started: learns along until the first one
// has no more need of it. Errors are those of this rank alone.
absl::Status RunRank(int parent, int rank, int ranks, double timeout_seconds);

}  // namespace kvintet::network
