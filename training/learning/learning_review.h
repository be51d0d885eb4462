// LearningReview: measures how a run learns, round by round, and warns of what goes wrong.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/records/game_record.h"
#include "training/data/batch_maker.h"
#include "training/data/replay_window.h"
#include "training/learning/learning_measures.h"
#include "training/learning/strength.h"
#include "training/network/learning/learner.h"
#include "training/run/progress.h"

namespace kvintet::training {

// One thread at a time.
class LearningReview {
 public:
  // Continues from the rounds in the run's metrics; if they cannot be read, judging starts afresh.
  // If the run measures strength, that begins now. `game` must outlive the review.
  LearningReview(const envs::Game& game, const Config& config, const std::string& directory);

  void AddGame(const selfplay::GameRecord& record) { measures_.AddGame(record); }
  // Adds a step on the last batch that `batches` made.
  void AddStep(const network::LossReport& losses, const BatchMaker& batches) {
    measures_.AddStep(losses, batches);
  }
  // Makes the model in this file the one whose strength is measured.
  void Publish(const std::string& model_file);

  // Ends a round whose other figures are in `progress`, and writes its learning figures and
  // warnings. If there were steps, measures the learner on held-out and on learnt rows.
  absl::Status EndRound(const ReplayWindow& window, network::Learner* learner, BatchMaker* batches,
                        Progress* progress);

 private:
  absl::Status MeasureWeights(const ReplayWindow& window, network::Learner* learner,
                              BatchMaker* batches, Progress* progress) const;

  const envs::Game& game_;
  const Config config_;
  LearningMeasures measures_;
  std::vector<Progress> rounds_;
  // Null if not configured.
  std::unique_ptr<StrengthMeter> strength_;
};

}  // namespace kvintet::training
