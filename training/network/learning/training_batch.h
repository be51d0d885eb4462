// TrainingBatch, LossReport: the input of a gradient step, and its losses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <absl/status/status.h>

#include "training/network/learning/fit.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {

inline constexpr int8_t kUnknownOwner = 2;

// Bounds of the buckets of own margin minus the other's. The buckets are 0, and for either sign 1,
// 2, 3, 4, 5, 6 to 7, 8 to 10, 11 to 15, 16 to 22, 23 to 31, 32 to 63, 64 and more.
inline constexpr std::array<int64_t, 12> kMarginBounds = {1, 2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 64};
inline constexpr int kMarginBuckets = 2 * static_cast<int>(kMarginBounds.size()) + 1;

// The bucket of a lead, from 0 (worst) to kMarginBuckets - 1.
int MarginBucket(int64_t lead);

// B rows in the caller's memory, which is only read during the call. Values are from the point of
// view of the row's seat.
struct TrainingBatch {
  // [B, planes, height, width].
  std::span<const uint8_t> planes;
  // [B, globals].
  std::span<const float> globals;
  // Policy indices of the legal actions; row b has legal_offsets[b] to [b + 1]. The softmax is over
  // these only. [B + 1] offsets, ascending from 0.
  std::span<const int32_t> legal;
  std::span<const int32_t> legal_offsets;
  // The policy target: some legal actions with probabilities that sum to 1. A row without any has
  // no policy loss.
  std::span<const int32_t> target_actions;
  std::span<const float> target_probabilities;
  std::span<const int32_t> target_offsets;
  // [B, 3]: probabilities of win, draw and loss.
  std::span<const float> wdl;
  // [B]: weight of each row in the losses.
  std::span<const float> weights;
  // For a policy gradient, each [B], else empty: the policy index of the action taken; the
  // probability with which it was taken, above 0; its advantage, that is how much better than
  // expected it turned out. The policy target is then the policy that acted; a row without one does
  // not move the policy.
  std::span<const int32_t> taken = {};
  std::span<const float> behaviour = {};
  std::span<const float> advantages = {};

  // Targets of heads, each empty if no head learns from it (HeadTarget). The policy at the game's
  // next row: indices of all actions legal there, with probabilities; row b has reply_offsets[b] to
  // [b + 1]. A row without any has no such target.
  std::span<const int32_t> reply_legal = {};
  std::span<const float> reply_probabilities = {};
  std::span<const int32_t> reply_offsets = {};
  // [B]: the bucket of the margin at the end (MarginBucket), -1 if unknown.
  std::span<const int32_t> margins = {};
  // [B, height, width]: owner of each cell at the end: 1 own, -1 the other seat's, 0 nobody's,
  // kUnknownOwner if unknown.
  std::span<const int8_t> owners = {};

  // Factor on the learning rate of the learner's options.
  double rate_share = 1;

  int64_t Rows() const { return static_cast<int64_t>(weights.size()); }
};

// InvalidArgument, naming the row, if a target or the action taken is not legal, a probability is
// out of range, an advantage is not finite, a head's target is invalid or missing, a weight is
// negative, or all weights are zero. REQUIRES: spans of matching sizes.
absl::Status CheckBatch(const NetworkShape& shape, const TrainingHeads& heads,
                        const TrainingBatch& batch);

// Losses over a batch, cross-entropies in nats. Weighted means over the rows.
struct LossReport {
  // policy + value_weight * value + the weighted losses of the heads.
  double total = 0;
  // Cross-entropy of the policy, over rows with a target. For a policy gradient, the loss that it
  // minimises.
  double policy = 0;
  // Entropy of the policy targets, the lower bound of the cross-entropy.
  double policy_floor = 0;
  // The loss of win, draw and loss (LossOptions::value), by default their cross-entropy.
  double value = 0;
  // Its lowest possible value under the targets, by default their entropy.
  double value_floor = 0;
  // Of each head, in their order, over rows whose target is known.
  std::array<double, kMaxHeads> heads = {};
  // Set by Learner::Measure, and by steps of a policy gradient.
  Fit fit = {};
  // Norm of the gradient before clipping; 0 if none was computed.
  double gradient_norm = 0;
  // The step's learning rate; 0 if no step was taken.
  double learning_rate = 0;

  // Adds the losses one by one.
  LossReport& operator+=(const LossReport& other);
};

}  // namespace kvintet::network
