// MadeUpRows, MadeUpLesson, MadeUpWeights: seeded inputs, targets and weights for benchmarks and
// tests.
#pragma once

#include <cstdint>
#include <vector>

#include "training/network/learning/training_batch.h"
#include "training/network/tower/network.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// Rows with random planes and globals and up to 64 actions each, and space for their results.
struct MadeUpRows {
  std::vector<uint8_t> planes;
  std::vector<float> globals;
  std::vector<int32_t> actions;
  std::vector<int32_t> offsets = {0};
  std::vector<float> logits;
  std::vector<float> wdl;

  MadeUpRows() = default;
  MadeUpRows(const NetworkShape& shape, int rows, uint64_t seed);

  int Rows() const { return static_cast<int>(offsets.size()) - 1; }
  NetworkInput Input() const { return {planes, globals, actions, offsets}; }
  NetworkOutput Output() { return {logits, wdl}; }

  // Appends a copy of row `row` of `other`, which has the same shape, with its results.
  void Append(const MadeUpRows& other, int row);
};

// Made-up rows with targets, also for all heads.
class MadeUpLesson {
 public:
  MadeUpLesson(const NetworkShape& shape, int rows, uint64_t seed);

  // Valid as long as the lesson.
  TrainingBatch Batch() const;

 private:
  void AddReplies();

  MadeUpRows rows_;
  std::vector<int32_t> target_actions_;
  std::vector<float> target_probabilities_;
  std::vector<int32_t> target_offsets_ = {0};
  std::vector<float> wdl_;
  std::vector<float> weights_;
  std::vector<int32_t> reply_legal_;
  std::vector<float> reply_probabilities_;
  std::vector<int32_t> reply_offsets_ = {0};
  std::vector<int32_t> margins_;
  std::vector<int8_t> owners_;
};

// Random weights of a network in which every part matters, unlike InitialWeights. All are drawn
// from normal distributions, also biases, and none are small.
Weights MadeUpWeights(const NetworkShape& shape, const NetworkSize& size, uint64_t seed);

}  // namespace kvintet::network
