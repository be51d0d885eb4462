// BatchMaker: turns rows of recorded games into training batches.
//
// Planes are recomputed by the code that actors observe with, each row under a random symmetry of
// the game. The rows of step s are a function of (seed, s, window) alone, whatever the number of
// threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/keyed_permutation.h"
#include "base/rng.h"
#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/rows/returns.h"
#include "training/data/batch_arrays.h"
#include "training/data/replay_window.h"
#include "training/data/row_writer.h"
#include "training/network/learning/training_batch.h"
#include "training/network/network_config.h"
#include "training/network/network_sight.h"

namespace kvintet::training {

// Whether a critic judges games.
inline bool HasPrivilegedCritic(const LearnerConfig& config) {
  return config.policy_gradient().privileged_critic().blocks() > 0;
}

// How well the expected values at rows predict what their games were worth. Sums over rows.
struct ReturnFit {
  // Sums of (worth - expected)^2 and of worth^2.
  double errors = 0;
  double squares = 0;
};

// One thread at a time.
class BatchMaker {
 public:
  // For networks that observe the game through `sight`. `config` defines the targets. `game` must
  // outlive the maker. REQUIRES: the configuration has passed CheckSettings; threads >= 1.
  BatchMaker(const envs::Game& game, const network::NetworkSight& sight,
             const LearnerConfig& config, uint64_t seed, int threads = 1);
  // For networks that observe the game's own planes.
  BatchMaker(const envs::Game& game, const LearnerConfig& config, uint64_t seed, int threads = 1)
      : BatchMaker(game, network::NetworkSight(game), config, seed, threads) {}

  // Makes the batch of step `step`: `size` different rows of the newest `window_rows` rows, or all
  // of them if there are fewer, which may be none. A share of surprise_weight is drawn by surprise
  // instead and may contain a row twice. Held-out rows are never drawn. REQUIRES: window_rows > 0;
  // the window's records have passed selfplay::CheckRecord; with a privileged critic, its judgments
  // of all these rows' games.
  void Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
            const selfplay::GameJudgments* judgments = nullptr);

  // The same for measuring after `step` steps: either held-out rows or rows that are learnt from,
  // all drawn uniformly. Advantages are not normalised or filtered, and targets do not use a
  // critic.
  void MakeToMeasure(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
                     bool held_out);

  // The batch just made; valid until the next Make.
  network::TrainingBatch Batch() const;
  // The same rows for the privileged critic, in PrivilegedCritic::Shape, without policies. If
  // chance acts after a row's action, the row shows the position after the action with probability
  // 1/2.
  network::TrainingBatch CriticBatch() const;
  // Of the batch just made, if it has advantages.
  const ReturnFit& Fit() const { return fit_; }

  // Mean age of the rows that were drawn uniformly, counted in rows of the run that came after
  // them.
  double MeanAge() const { return mean_age_; }
  // Number of games that these rows come from.
  int64_t NumGames() const { return num_games_; }
  // Root mean square of the batch's advantages before normalisation; 0 without advantages.
  double AdvantageScale() const { return advantage_scale_; }

 private:
  // Where to start in an order of rows, and how many of them to take.
  struct Places {
    int64_t begin = 0;
    int64_t count = 0;
  };
  // Plans rows that are, or are not, held out, from `places.begin` on.
  void PlanEvenly(const ReplayWindow& window, const KeyedPermutation& order, Places places,
                  bool held_out, RandomStream* random);
  void Plan(const WindowRow& row, int symmetry, RandomStream* random);
  // Writes the planned rows to rows_.
  void WriteRows(int64_t step);
  int RandomSymmetry(RandomStream* random) const;
  // Whether the batch takes its policy targets from BatchArrays::kept.
  bool Filters() const { return !measuring_ && config_.policy_gradient().advantage_filter() > 0; }
  // How many of `rows` are to be drawn by surprise.
  int64_t SurprisingRows(const ReplayWindow& window, int64_t window_rows, int64_t rows,
                         RandomStream* random) const;
  void MeasureFit();
  void MeasureAdvantages();
  void NormalizeAdvantages();
  // Removes the policy targets of the rows that advantage_filter leaves out; of equal advantages
  // the first rows go.
  void FilterByAdvantage();

  const envs::Game& game_;
  const LearnerConfig config_;
  const uint64_t seed_;
  const network::WantedTargets wanted_;
  // One per thread, and the arrays of all but the first, which writes to rows_.
  std::vector<RowWriter> writers_;
  std::vector<BatchArrays> parts_;
  std::vector<PlannedRow> planned_;
  // Of the batch being made, or null.
  const selfplay::GameJudgments* judgments_ = nullptr;
  ReturnFit fit_;
  bool measuring_ = false;
  double mean_age_ = 0;
  int64_t num_games_ = 0;
  double advantage_scale_ = 0;
  BatchArrays rows_;
};

}  // namespace kvintet::training
