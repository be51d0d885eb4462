// Losses: of policy, win/draw/loss and heads, and their sum; internal to training/network.
#pragma once

#include <memory>
#include <vector>

#include <absl/status/statusor.h>

#include "training/network/learning/loss_options.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/learning/training_batch.h"
#include "training/network/learning/value_loss.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/tower.h"

namespace kvintet::network {

// The targets of a batch on the learner's device. L = most legal actions of any row; shorter rows
// are padded.
struct LossTargets {
  // [B, L]: policy indices, 0 for padding; whether an entry is real; the policy target.
  at::Tensor legal;
  at::Tensor is_legal;
  at::Tensor policy;
  // [B, 3] value target, [B] row weight, and [B] weight in the policy loss, 0 without a target.
  at::Tensor wdl;
  at::Tensor weights;
  at::Tensor policy_weights;
  // With a policy gradient or a policy loss, else undefined. [B, 1]: column in `legal` of the
  // action taken; [B]: logarithm of its probability when it was taken; [B].
  at::Tensor taken = {};
  at::Tensor log_behaviour = {};
  at::Tensor advantages = {};
  // With a magnet, else undefined. [B, policy indices].
  at::Tensor magnet_logits = {};
  // For heads that learn from it, else undefined. Like the policy's, [B, R] three times and [B]; R
  // = most actions of any reply.
  at::Tensor reply_legal = {};
  at::Tensor reply_is_legal = {};
  at::Tensor reply_policy = {};
  at::Tensor reply_weights = {};
  // [B]: bucket, and weight in the loss, 0 if the margin is unknown.
  at::Tensor margins = {};
  at::Tensor margin_weights = {};
  // [B, 1, cells]: class of each cell; [B, cells]: its share in the row's loss; [B]: weight in the
  // loss.
  at::Tensor owners = {};
  at::Tensor owner_shares = {};
  at::Tensor owner_weights = {};
};

// Sums of the rows' weights, by which the means of a batch are divided.
struct LossWeights {
  // Over the rows with a policy target, and over all rows.
  double policy = 0;
  double value = 0;
  // Over the rows whose reply, margin or ownership is known.
  double reply_policy = 0;
  double margin = 0;
  double ownership = 0;
};

LossWeights SumOfWeights(const NetworkShape& shape, const TrainingBatch& batch);

// The parts that LossOptions names.
struct LossParts {
  // Or null.
  std::unique_ptr<PolicyLoss> policy;
  std::unique_ptr<ValueLoss> value;
  std::vector<HeadPart> heads;
};

// InvalidArgument or Unimplemented if a part or an option of it does not exist.
absl::StatusOr<LossParts> MakeLossParts(const LossOptions& options);

// Scalars, see LossReport: the contribution of some rows to the means of their batch. Only `total`
// may be differentiated.
struct Losses {
  at::Tensor total;
  at::Tensor policy;
  at::Tensor policy_floor;
  at::Tensor value;
  at::Tensor value_floor;
  // In the order of the heads.
  std::vector<at::Tensor> heads = {};
};

// [B]: -sum of p log p over the last axis of probabilities [B, N].
at::Tensor Entropy(const at::Tensor& probabilities);

// [B, L]: logarithms of a softmax of logits [B, policy indices] over the columns of `legal` [B, L]
// that are real; elsewhere finite.
at::Tensor MaskedLogPolicy(const at::Tensor& logits, const at::Tensor& legal,
                           const at::Tensor& is_legal);

// REQUIRES: CheckBatch(shape, heads, batch) is ok. Targets of heads are made for the parts that the
// batch has.
LossTargets MakeLossTargets(const NetworkShape& shape, const TrainingBatch& batch,
                            const c10::Device& device);

// `batch`: the weights of the whole batch that the rows belong to. REQUIRES: `parts` are those of
// the options, and the output has their heads.
Losses ComputeLosses(const TowerOutput& output, const LossTargets& targets,
                     const LossWeights& batch, const LossOptions& options, const LossParts& parts);

// The rows' contribution to the means of their batch's Fit. Not differentiable.
Fit MeasureFit(const TowerOutput& output, const LossTargets& targets, const LossWeights& batch,
               const LossOptions& options);

// The losses as numbers, without the fit.
LossReport ToReport(const Losses& losses);

}  // namespace kvintet::network
