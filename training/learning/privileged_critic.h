// PrivilegedCritic: a network that judges recorded games from what both seats saw.
//
// It learns beside the learner and is saved with it. It never plays and is part of no model. Its
// input is that of envs/privileged.h: the deciding seat's observation first, then the other's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/records/game_record.h"
#include "selfplay/rows/returns.h"
#include "training/data/replay_window.h"
#include "training/network/learning/learner.h"
#include "training/network/tower/network.h"
#include "training/run/run_format.h"

namespace kvintet::training {

// One thread at a time.
class PrivilegedCritic {
 public:
  // `game` must outlive the critic. `options` are those of the run's learner, including the
  // learning rates; `seed` determines the first weights. Fails as network::Learner::Create does.
  // REQUIRES: `config` has a privileged critic.
  static absl::StatusOr<std::unique_ptr<PrivilegedCritic>> Create(
      const envs::Game& game, const PolicyGradientConfig& config,
      const network::LearnerOptions& options, const RunFormat& format, uint64_t seed);

  const network::NetworkShape& Shape() const { return shape_; }
  const network::NetworkSize& Size() const { return size_; }

  // Judges, with the newest weights, those games among the window's newest `rows` rows that have no
  // judgment yet. A new game is thus judged before the critic has learnt from it.
  absl::Status Judge(const ReplayWindow& window, int64_t rows);
  const selfplay::GameJudgments& Judgments() const { return judgments_; }
  // Forgets all judgments, so that each round's depend only on the weights it began with.
  void Forget() { judgments_.clear(); }

  // One gradient step; see network::Learner::Step.
  absl::StatusOr<network::LossReport> Step(const network::TrainingBatch& batch);

  // See network::Learner.
  network::LearnerState SaveState() const { return learner_->SaveState(); }
  absl::Status LoadState(const network::LearnerState& state);

 private:
  PrivilegedCritic(const envs::Game& game, const PrivilegedCriticConfig& config,
                   const RunFormat& format, std::unique_ptr<network::Learner> learner);

  absl::StatusOr<selfplay::GameJudgment> JudgeGame(const selfplay::GameRecord& record);
  // Appends a position as seen by `seat` and by the other seat.
  void Observe(envs::ConstPositions position, envs::Seat seat);
  // The network with the newest weights, made on first use.
  absl::StatusOr<const network::Network*> Judging();

  const envs::Game& game_;
  const bool remove_luck_;
  const network::NetworkShape shape_;
  const network::NetworkSize size_;
  const network::NetworkOptions judging_options_;
  std::unique_ptr<network::Learner> learner_;
  std::unique_ptr<network::Network> judging_;
  selfplay::GameJudgments judgments_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
};

// The critic's input shape for a game: both seats' observations. Its one policy slot is unused.
network::NetworkShape CriticShape(const envs::Game& game);
network::NetworkSize CriticSize(const PrivilegedCriticConfig& config);

}  // namespace kvintet::training
