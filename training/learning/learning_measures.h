// LearningMeasures: accumulates learning figures from games, steps and measured rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "selfplay/records/game_record.h"
#include "training/data/batch_maker.h"
#include "training/network/learning/training_batch.h"
#include "training/run/learning_figures.h"

namespace kvintet::training {

// The figures of a measurement on a batch of `rows` rows from `games` games.
RowFigures RowFiguresOf(const network::LossReport& report, int64_t rows, int64_t games);

// Accumulates one round. One thread at a time.
class LearningMeasures {
 public:
  // `searches`: the rows' policies come from a search, not from the network itself. `clip_norm`:
  // longer gradients are clipped; 0: none are.
  LearningMeasures(bool searches, double clip_norm) : searches_(searches), clip_norm_(clip_norm) {}

  void AddGame(const selfplay::GameRecord& record);
  // Adds a step on the last batch that `batches` made.
  void AddStep(const network::LossReport& report, const BatchMaker& batches);

  int64_t Steps() const { return steps_; }
  // Mean age of the rows of all steps, in rows; 0 without steps.
  double MeanAge() const { return steps_ > 0 ? age_rows_ / static_cast<double>(steps_) : 0; }

  // Writes the figures of games and steps, leaving those without data unchanged. Then resets.
  void Flush(LearningFigures* figures);

 private:
  void FlushSteps(LearningFigures* figures);
  void FlushGames(LearningFigures* figures);

  bool searches_;
  double clip_norm_;
  int64_t games_ = 0;
  int64_t seat0_wins_ = 0;
  int64_t seat1_wins_ = 0;
  int64_t cut_ = 0;
  std::map<std::string, int64_t> ends_;
  // Rows that a search judged, and their total SurpriseUnits.
  int64_t judged_rows_ = 0;
  int64_t surprise_units_ = 0;
  int64_t steps_ = 0;
  int64_t clipped_ = 0;
  bool gradient_policy_ = false;
  // Sums over steps.
  double gradient_norm_ = 0;
  double learning_rate_ = 0;
  double advantage_scale_ = 0;
  double age_rows_ = 0;
  network::Fit fit_;
};

}  // namespace kvintet::training
