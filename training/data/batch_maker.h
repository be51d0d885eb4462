// BatchMaker: turns rows of recorded games into what the learner takes.
//
// Planes are made anew by the code that actors observe with, each row under a random symmetry of
// the game. Which rows step s takes is a function of (seed, s, window) alone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/keyed_permutation.h"
#include "base/rng.h"
#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/records/replay_rows.h"
#include "training/data/replay_window.h"
#include "training/data/returns.h"
#include "training/network/learning/training_batch.h"
#include "training/network/network_sight.h"

namespace kvintet::training {

// Policies of several rows, one after the other.
struct PolicyLists {
  // Policy indices of legal actions, and probabilities; those of row b at offsets[b] to [b + 1].
  std::vector<int32_t> indices;
  std::vector<float> probabilities;
  std::vector<int32_t> offsets;

  void Clear();
};

// How well what was expected at rows foretells what their games were worth: sums over rows.
struct ReturnFit {
  // Of (worth - expected)^2 and of worth^2.
  double errors = 0;
  double squares = 0;
};

// One thread at a time.
class BatchMaker {
 public:
  // For networks that see of the game what `sight` says; `config` says what is aimed at. `game`
  // must outlive the maker.
  BatchMaker(const envs::Game& game, const network::NetworkSight& sight,
             const LearnerConfig& config, uint64_t seed);
  // For networks that see the game's own planes.
  BatchMaker(const envs::Game& game, const LearnerConfig& config, uint64_t seed)
      : BatchMaker(game, network::NetworkSight(game), config, seed) {}

  // Makes the batch of step `step`: `size` different rows of the window's newest `window_rows` (all
  // that there are if they are fewer, perhaps none), of which surprise_weight are drawn by surprise
  // instead and may come twice. Rows that are held out are never among them. REQUIRES: window_rows
  // > 0; selfplay::CheckRecord has found the window's records sound; with a privileged critic its
  // judgments of all these rows' games.
  void Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
            const GameJudgments* judgments = nullptr);

  // The same for measuring after `step` steps: rows that are held out, or rows that are learnt
  // from, all drawn evenly; advantages as they are, aims without a critic's judgments.
  void MakeToMeasure(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
                     bool held_out);

  // The batch just made; valid until the next Make.
  network::TrainingBatch Batch() const;
  // The same rows for the privileged critic, without policies, of PrivilegedCritic::Shape; of
  // those after whose action chance acts every other one at random is the position there.
  network::TrainingBatch CriticBatch() const;
  // Of the batch just made, where it has advantages.
  const ReturnFit& Fit() const { return fit_; }

  // Mean age of its rows that were drawn evenly, in rows of the run that came after them.
  double MeanAge() const { return mean_age_; }
  // Games that these rows are of.
  int64_t NumGames() const { return num_games_; }
  // Root mean square of its advantages as they were before any division; 0 without.
  double AdvantageScale() const { return advantage_scale_; }

 private:
  void Clear();
  // Where to look in an order of rows, and how many of them to take.
  struct Places {
    int64_t begin = 0;
    int64_t count = 0;
  };
  // Takes rows of one kind from there on.
  void AddEvenly(const ReplayWindow& window, const KeyedPermutation& order, Places places,
                 bool held_out, RandomStream* random);
  int RandomSymmetry(RandomStream* random) const;
  // Whether the batch takes its targets from kept_.
  bool Filters() const { return !measuring_ && config_.policy_gradient().advantage_filter() > 0; }
  // How many of `rows` are drawn by surprise.
  int64_t SurprisingRows(const ReplayWindow& window, int64_t window_rows, int64_t rows,
                         RandomStream* random) const;
  void AddRow(const WindowRow& row, int symmetry, RandomStream* random);
  // Both seats' sight, after all else that wants the row's position.
  void AppendCritic(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                    int symmetry, RandomStream* random);
  // Append parts of one replayed row as its image.
  void AppendView(const selfplay::ReplayedRow& row, int symmetry);
  // `image`: of the row's view.
  void AppendPolicy(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                    int symmetry, envs::ConstViews image, PolicyLists* policies);
  ReturnRule RuleOf(double lambda) const;
  void AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  // After AppendPolicy.
  void AppendGradient(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  void MeasureAdvantages();
  void NormalizeAdvantages();
  // Takes their target from the rows that advantage_filter leaves out, of equal ones the first.
  void FilterByAdvantage();
  // What heads aim at; the replay goes on to the next row and to the end.
  void AppendReply(const selfplay::GameRecord& record, int row, int symmetry);
  void AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry);

  const envs::Game& game_;
  const network::NetworkSight sight_;
  const LearnerConfig config_;
  const uint64_t seed_;
  // Of the batch: what margins have of returns now; of the row: its game's, or null.
  double margin_share_ = 0;
  const GameJudgments* judgments_ = nullptr;
  const GameJudgment* judgment_ = nullptr;
  ReturnFit fit_;
  bool measuring_ = false;
  double mean_age_ = 0;
  int64_t num_games_ = 0;
  double advantage_scale_ = 0;
  selfplay::RowReplay replay_;
  envs::ViewBuffer image_;
  envs::ViewBuffer reply_image_;
  envs::PositionBuffer end_image_;
  std::vector<envs::Action> images_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
  PolicyLists policies_;
  // Those of the rows that move the policy, where some do not.
  PolicyLists kept_;
  std::vector<float> wdl_;
  std::vector<float> weights_;
  // Of a policy gradient or an own loss, else empty.
  std::vector<int32_t> taken_;
  std::vector<float> behaviour_;
  std::vector<float> advantages_;
  // Of a privileged critic, else empty.
  std::vector<uint8_t> critic_planes_;
  std::vector<float> critic_globals_;
  // One action a row, and no target: what the critic is given for a policy.
  std::vector<int32_t> no_actions_;
  std::vector<int32_t> one_action_each_;
  std::vector<int32_t> no_targets_;
  // Of heads, else empty.
  PolicyLists replies_;
  std::vector<int32_t> margins_;
  std::vector<int8_t> owners_;
};

}  // namespace kvintet::training
