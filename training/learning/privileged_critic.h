// PrivilegedCritic: a network that judges recorded games by what both seats saw.
//
// It learns beside the learner and is kept with it; it never plays and is part of no model. Its
// rows are those of envs/privileged.h: the deciding seat's sight first, then the other's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/records/game_record.h"
#include "training/data/replay_window.h"
#include "training/data/returns.h"
#include "training/network/learning/learner.h"
#include "training/network/tower/network.h"
#include "training/run/run_format.h"

namespace kvintet::training {

// One thread at a time.
class PrivilegedCritic {
 public:
  // `game` must outlive the critic. `options` are those of the run's learner, whose rates it has;
  // `seed` names the first weights. Fails as network::Learner::Create does. REQUIRES: `config` has
  // a privileged critic.
  static absl::StatusOr<std::unique_ptr<PrivilegedCritic>> Create(
      const envs::Game& game, const PolicyGradientConfig& config,
      const network::LearnerOptions& options, const RunFormat& format, uint64_t seed);

  const network::NetworkShape& Shape() const { return shape_; }
  const network::NetworkSize& Size() const { return size_; }

  // Judges those games of the window's newest `rows` rows that have no judgment yet, by the newest
  // weights. A game is so judged before the critic has learnt from it, if it is new.
  absl::Status Judge(const ReplayWindow& window, int64_t rows);
  const GameJudgments& Judgments() const { return judgments_; }
  // Forgets all judgments: those of a round are a function of the weights with which it began.
  void Forget() { judgments_.clear(); }

  // One gradient step; see network::Learner::Step.
  absl::StatusOr<network::LossReport> Step(const network::TrainingBatch& batch);

  // See network::Learner.
  network::LearnerState SaveState() const { return learner_->SaveState(); }
  absl::Status LoadState(const network::LearnerState& state);

 private:
  PrivilegedCritic(const envs::Game& game, const PrivilegedCriticConfig& config,
                   const RunFormat& format, std::unique_ptr<network::Learner> learner);

  absl::StatusOr<GameJudgment> JudgeGame(const selfplay::GameRecord& record);
  // Appends a position as `seat` and the other see it.
  void Observe(envs::ConstPositions position, envs::Seat seat);
  // The network of the newest weights, made when first wanted.
  absl::StatusOr<const network::Network*> Judging();

  const envs::Game& game_;
  const bool remove_luck_;
  const network::NetworkShape shape_;
  const network::NetworkSize size_;
  const network::NetworkOptions judging_options_;
  std::unique_ptr<network::Learner> learner_;
  std::unique_ptr<network::Network> judging_;
  GameJudgments judgments_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
};

// What the critic of a game takes: both seats' sight. It has one policy slot, of no meaning.
network::NetworkShape CriticShape(const envs::Game& game);
network::NetworkSize CriticSize(const PrivilegedCriticConfig& config);

}  // namespace kvintet::training
