// Losses: cross-entropies of policy, win/draw/loss and heads, policy gradients; internal to this
// folder.
#pragma once

#include "training/network/learning/loss_options.h"
#include "training/network/learning/own_loss.h"
#include "training/network/learning/training_batch.h"
#include "training/network/tower/aten.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/residual_tower.h"

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
  // Of a policy gradient or an own loss, else undefined: [B, 1] column of `legal` that was taken,
  // [B] the logarithm of its probability then, [B].
  at::Tensor taken = {};
  at::Tensor log_behaviour = {};
  at::Tensor advantages = {};
  // Of a policy gradient with a magnet, else undefined. [B, policy indices].
  at::Tensor magnet_logits = {};
  // Of heads, else undefined. [B, R] thrice, R = most actions of any reply, and [B]: as of the
  // policy.
  at::Tensor reply_legal = {};
  at::Tensor reply_is_legal = {};
  at::Tensor reply_policy = {};
  at::Tensor reply_weights = {};
  // [B] bucket, and weight of the loss: 0 where it is not known.
  at::Tensor margins = {};
  at::Tensor margin_weights = {};
  // [B, 1, cells]: class of each cell, and [B, cells] its share in the row's loss; [B].
  at::Tensor owners = {};
  at::Tensor owner_shares = {};
  at::Tensor owner_weights = {};
};

// What the means of a batch are divided by: sums of the rows' weights.
struct LossWeights {
  // Of the rows with a policy target, and of all.
  double policy = 0;
  double value = 0;
  // Of the rows whose reply, margin and ownership are known.
  double reply_policy = 0;
  double margin = 0;
  double ownership = 0;
};

LossWeights SumOfWeights(const NetworkShape& shape, const TrainingBatch& batch);

// Scalars; see LossReport: the share of some rows in the means of their batch. Only `total` may be
// differentiated.
struct Losses {
  at::Tensor total;
  at::Tensor policy;
  at::Tensor policy_floor;
  at::Tensor value;
  at::Tensor value_floor;
  // Of heads, else undefined.
  at::Tensor soft_policy = {};
  at::Tensor reply_policy = {};
  at::Tensor margin = {};
  at::Tensor ownership = {};
};

// REQUIRES: CheckBatch(shape, heads, batch) is ok; the heads' targets are made of what the batch
// has.
LossTargets MakeLossTargets(const NetworkShape& shape, const TrainingBatch& batch,
                            const c10::Device& device);

// `batch`: the weights of the whole batch that the rows are of. `own`: of the policy, or null.
Losses ComputeLosses(const TowerOutput& output, const LossTargets& targets,
                     const LossWeights& batch, const LossOptions& options, const OwnLoss* own);

// How well the rows are known, their share in the means of their batch. Not to be differentiated.
Fit MeasureFit(const TowerOutput& output, const LossTargets& targets, const LossWeights& batch,
               const LossOptions& options);

// The same as numbers, without the fit.
LossReport ToReport(const Losses& losses);

}  // namespace kvintet::network
