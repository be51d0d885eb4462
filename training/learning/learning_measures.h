// LearningMeasures: gathers what a run tells of its learning, from games, steps and measured rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "selfplay/records/game_record.h"
#include "training/data/batch_maker.h"
#include "training/network/learning/training_batch.h"
#include "training/run/learning_figures.h"

namespace kvintet::training {

// The figures of a measurement over a batch of so many rows and games.
RowFigures RowFiguresOf(const network::LossReport& report, int64_t rows, int64_t games);

// One round's games and steps. One thread at a time.
class LearningMeasures {
 public:
  // `searches`: the policies of rows are what a search found, not the network's own. `clip_norm`:
  // longer gradients are clipped; 0: none.
  LearningMeasures(bool searches, double clip_norm) : searches_(searches), clip_norm_(clip_norm) {}

  void AddGame(const selfplay::GameRecord& record);
  // A step on the batch that `batches` made last.
  void AddStep(const network::LossReport& report, const BatchMaker& batches);

  int64_t Steps() const { return steps_; }
  // Mean age of the rows of all steps, in rows; 0 without any.
  double MeanAge() const { return steps_ > 0 ? age_rows_ / static_cast<double>(steps_) : 0; }

  // Writes the figures of games and steps; those of which there were none stay as they are. Then
  // begins anew.
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
  // Rows that a search judged, and the sum of their SurpriseUnits.
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
