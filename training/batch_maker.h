// BatchMaker: turns rows of recorded games into what the learner takes.
//
// Planes are made anew by the code that actors observe with, each row under a random symmetry of
// the game. Which rows step s takes is a function of (seed, s, window) alone.
#pragma once

#include <cstdint>
#include <vector>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/replay_rows.h"
#include "training/network/training_batch.h"
#include "training/replay_window.h"

namespace kvintet::training {

class BatchMaker {
 public:
  // `game` must outlive the maker; `config` says what is aimed at.
  BatchMaker(const envs::Game& game, const LearnerConfig& config, uint64_t seed);

  // Makes the batch of step `step`: `size` different rows of the window's newest `window_rows` (the
  // whole window if it has fewer). REQUIRES: window_rows > 0; selfplay::CheckRecord has found the
  // window's records sound.
  void Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size);

  // The batch just made; valid until the next Make.
  network::TrainingBatch Batch() const;

 private:
  void Clear();
  void AddRow(const WindowRow& row, int symmetry);
  // Append parts of one replayed row as its image.
  void AppendView(const selfplay::ReplayedRow& row, int symmetry);
  void AppendPolicy(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                    int symmetry);
  void AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  // After AppendPolicy.
  void AppendGradient(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  void NormalizeAdvantages();

  const envs::Game& game_;
  const LearnerConfig config_;
  const uint64_t seed_;
  selfplay::RowReplay replay_;
  envs::ViewBuffer image_;
  std::vector<envs::Action> images_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
  std::vector<int32_t> legal_;
  std::vector<int32_t> legal_offsets_;
  std::vector<float> probabilities_;
  std::vector<float> wdl_;
  std::vector<float> weights_;
  // Of a policy gradient, else empty.
  std::vector<int32_t> taken_;
  std::vector<float> behaviour_;
  std::vector<float> advantages_;
};

}  // namespace kvintet::training
