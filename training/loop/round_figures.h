// RoundFigures: the sums of one round, and the figures of progress that follow from them.
#pragma once

#include <cstdint>

#include "selfplay/games/selfplay.h"
#include "selfplay/records/game_record.h"
#include "training/data/batch_maker.h"
#include "training/network/learning/training_batch.h"
#include "training/run/progress.h"

namespace kvintet::training {

// The losses of one step; those of the critic are 0 without one.
struct StepLosses {
  network::LossReport learner = {};
  network::LossReport critic = {};
};

// Figures without new data keep the previous round's values. One thread at a time.
class RoundFigures {
 public:
  void AddGame(const selfplay::GameRecord& record);
  // `fit` is that of the step's batch.
  void AddStep(const StepLosses& losses, const ReturnFit& fit);

  int64_t Games() const { return games_; }
  bool IsEmpty() const { return games_ == 0 && steps_ == 0; }

  // Writes the figures of play, which has lasted `seconds` in this round, to `progress`. These are
  // speeds and shares, and the games in play. rows_per_second counts rows of finished games, so it
  // is too low while most of the round's games are in play.
  void WritePlay(const selfplay::SelfPlayStats& since_round, double seconds,
                 Progress* progress) const;
  // Writes the means over games and steps to `progress`. `heads`: those of the learner.
  void WriteMeans(const network::TrainingHeads& heads, Progress* progress) const;

 private:
  int64_t games_ = 0;
  int64_t plies_ = 0;
  int64_t steps_ = 0;
  StepLosses losses_;
  ReturnFit fit_;
};

}  // namespace kvintet::training
