// BatchMaker: turns rows of recorded games into what the learner takes.
//
// Planes are made anew by the code that actors observe with, each row under a random symmetry of
// the game. Which rows step s takes is a function of (seed, s, window) alone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/replay_rows.h"
#include "training/network/training_batch.h"
#include "training/replay_window.h"
#include "training/returns.h"

namespace kvintet::training {

// Policies of several rows, one after the other.
struct PolicyLists {
  // Policy indices of legal actions, and probabilities; those of row b at offsets[b] to [b + 1].
  std::vector<int32_t> indices;
  std::vector<float> probabilities;
  std::vector<int32_t> offsets;

  void Clear();
};

// One thread at a time.
class BatchMaker {
 public:
  // `game` must outlive the maker; `config` says what is aimed at.
  BatchMaker(const envs::Game& game, const LearnerConfig& config, uint64_t seed);

  // Makes the batch of step `step`: `size` different rows of the window's newest `window_rows` (the
  // whole window if it has fewer), of which surprise_weight are drawn by surprise instead and may
  // come twice. REQUIRES: window_rows > 0; selfplay::CheckRecord has found the
  // window's records sound.
  void Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size);

  // The batch just made; valid until the next Make.
  network::TrainingBatch Batch() const;

 private:
  void Clear();
  // How many of `rows` are drawn by surprise.
  int64_t SurprisingRows(const ReplayWindow& window, int64_t window_rows, int64_t rows,
                         RandomStream* random) const;
  void AddRow(const WindowRow& row, int symmetry);
  // Append parts of one replayed row as its image.
  void AppendView(const selfplay::ReplayedRow& row, int symmetry);
  // `image`: of the row's view.
  void AppendPolicy(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                    int symmetry, envs::ConstViews image, PolicyLists* policies);
  ReturnRule RuleOf(double lambda) const;
  void AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  // After AppendPolicy.
  void AppendGradient(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  void NormalizeAdvantages();
  // Takes their target from the rows that advantage_filter leaves out, of equal ones the first.
  void FilterByAdvantage();
  // What heads aim at; the replay goes on to the next row and to the end.
  void AppendReply(const selfplay::GameRecord& record, int row, int symmetry);
  void AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry);

  const envs::Game& game_;
  const LearnerConfig config_;
  const uint64_t seed_;
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
  // Of heads, else empty.
  PolicyLists replies_;
  std::vector<int32_t> margins_;
  std::vector<int8_t> owners_;
};

}  // namespace kvintet::training
