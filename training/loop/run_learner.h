// RunLearner: what a run learns with: its learner, the ranks, and the privileged critic if any.
#pragma once

#include <cstdint>
#include <memory>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/data/batch_maker.h"
#include "training/data/replay_window.h"
#include "training/learning/given_models.h"
#include "training/learning/privileged_critic.h"
#include "training/loop/loop.h"
#include "training/loop/round_figures.h"
#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/ranks/ranks.h"
#include "training/run/run_directory.h"
#include "training/run/run_format.h"

namespace kvintet::training {

// One thread at a time.
class RunLearner {
 public:
  // Continues from the run's last commit, if there is one. options.game must outlive the learner.
  // Fails as FormatOfRun and network::Learner::Create do, and if the commit's file cannot be
  // restored.
  static absl::StatusOr<std::unique_ptr<RunLearner>> Create(const TrainOptions& options,
                                                            const GivenModels& given,
                                                            const RunDirectory& directory);

  const RunFormat& Format() const { return format_; }
  const network::TrainingHeads& Heads() const { return heads_; }
  int64_t Steps() const { return learner_->Steps(); }

  // The critic's judgments of the games in the window's newest `rows` rows; null without a critic.
  absl::StatusOr<const selfplay::GameJudgments*> Judge(const ReplayWindow& window, int64_t rows);
  // Takes a step on the batch that `batches` has just made, with this factor of the learning rate.
  absl::StatusOr<StepLosses> Step(const BatchMaker& batches, double rate_share);

  // To measure; steps go through Step.
  network::Learner* Learner() { return learner_.get(); }

  // The model with the averaged weights. `games`: how many the run has begun.
  network::Model CurrentModel(int64_t games) const;
  // Writes the model and the learner's state to files that `commit`, whose next_game is given, then
  // names. Forgets the critic's judgments, so that a resumed run makes the same ones again.
  absl::Status Save(const RunDirectory& directory, CommitEntry* commit);

 private:
  RunLearner() = default;

  absl::Status Restore(const RunDirectory& directory, const CommitEntry& commit);
  network::ModelHeader CurrentHead(int64_t games) const;
  network::LearnerCheckpoint Checkpoint(int64_t games) const;

  network::ModelHeader head_;
  network::TrainingHeads heads_;
  // Whether the learner has a magnet.
  bool magnet_ = false;
  RunFormat format_;
  std::unique_ptr<network::Learner> learner_;
  // Takes the learner's steps.
  std::unique_ptr<network::Ranks> ranks_;
  // Null if not configured.
  std::unique_ptr<PrivilegedCritic> critic_;
};

}  // namespace kvintet::training
