// Losses: cross-entropies of policy and win/draw/loss, as LibTorch sees them; internal.
#pragma once

#include "training/network/aten.h"
#include "training/network/network_shape.h"
#include "training/network/residual_tower.h"
#include "training/network/training_batch.h"

namespace kvintet::network {

// The targets of a batch on the learner's device. L = most legal actions of any row; rows with
// fewer are filled up.
struct LossTargets {
  // [B, L]: policy indices, 0 where filled up; whether they are real; the policy wanted.
  at::Tensor legal;
  at::Tensor is_legal;
  at::Tensor policy;
  // [B, 3], [B] and [B]: the last is the weight of the policy loss, 0 without a target.
  at::Tensor wdl;
  at::Tensor weights;
  at::Tensor policy_weights;
};

// Scalars; see LossReport. Only `total` may be differentiated.
struct Losses {
  at::Tensor total;
  at::Tensor policy;
  at::Tensor policy_floor;
  at::Tensor value;
  at::Tensor value_floor;
};

// REQUIRES: CheckBatch(shape, batch) is ok.
LossTargets MakeLossTargets(const NetworkShape& shape, const TrainingBatch& batch,
                            const c10::Device& device);

Losses ComputeLosses(const TowerOutput& output, const LossTargets& targets, double value_weight);

}  // namespace kvintet::network
