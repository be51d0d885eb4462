// Learner: improves a network's weights by gradient steps on batches of rows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/learning/loss_options.h"
#include "training/network/learning/training_batch.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// AdamW (Loshchilov and Hutter, 2019), or gradient descent with Nesterov momentum.
enum class OptimizerKind { kAdamW, kSgd };

// How a learner learns.
struct LearnerOptions {
  OptimizerKind optimizer = OptimizerKind::kAdamW;
  double learning_rate = 2e-3;
  // AdamW: decay of the running means of gradients and of their squares.
  double beta1 = 0.9;
  double beta2 = 0.99;
  // SGD: Nesterov momentum.
  double momentum = 0.9;
  // AdamW: share of a weight lost per step, times the learning rate. SGD: share of the weight that
  // is added to its gradient. Not applied to biases.
  double weight_decay = 1e-4;
  // Longer gradients are scaled down to this norm; 0: never.
  double clip_norm = 5;
  // Steps over which the learning rate rises from zero.
  int warmup_steps = 100;
  // From this step on the rate falls with the inverse square root of the step number; 0: never.
  int decay_steps = 0;
  // The rate falls along half a cosine wave to a hundredth at this step, and stays there; 0: never.
  // Excludes decay_steps.
  int cosine_steps = 0;
  // The rate and loss.kl_to_uniform fall as a power of the step number, to anneal_to of their
  // values at this step, and stay there. loss.kl_to_data grows inversely. 0: never. Excludes the
  // other decays.
  int anneal_steps = 0;
  double anneal_to = 0.1;
  // The magnet of loss.kl_to_magnet is replaced by the averaged weights every `magnet_steps` steps.
  int magnet_steps = 500;
  // Decay of the running average of the weights, smaller in the first steps; 0: no average.
  double average_decay = 0.999;
  LossOptions loss = {};
  // Precision of the trunk. Weights, gradient sums and the optimiser are always fp32.
  Precision precision = Precision::kFp32;
  Device device = {};
  // Threads of a step on the CPU. They do not change results.
  int threads = 1;
};

// InvalidArgument, naming the field, unless all options are within bounds.
absl::Status CheckOptions(const LearnerOptions& options);

class RankGroup;

// Everything a learner needs to continue later exactly as if it had not stopped.
struct LearnerState {
  int64_t steps = 0;
  // "weights.<name>", "average.<name>", "moment1.<name>" and "moment2.<name>" for each parameter,
  // and "magnet.<name>" if there is a magnet.
  std::vector<NamedTensor> tensors;
  bool operator==(const LearnerState&) const = default;
};

// The names and shapes of a learner's state.
std::vector<WeightSpec> LearnerStateLayout(const NetworkShape& shape, const NetworkSize& size,
                                           const TrainingHeads& heads = {}, bool magnet = false);

// Master weights in fp32, their running average, and an optimiser. On the CPU the same batches give
// the same bytes under the same options, build and kind of processor. One thread at a time. Sets
// the calling thread's LibTorch thread count to 1.
class Learner {
 public:
  // Starts from the given weights, which follow WeightLayout(shape, size, options.loss.Heads()).
  // InvalidArgument if shape, size, weights or options are not valid.
  static absl::StatusOr<std::unique_ptr<Learner>> Create(const NetworkShape& shape,
                                                         const NetworkSize& size,
                                                         const Weights& weights,
                                                         const LearnerOptions& options);
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // Takes one gradient step. On failure the weights are unchanged: InvalidArgument for a bad batch
  // (CheckBatch), Internal if LibTorch fails or if the loss or gradient is not finite.
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);

  // Steps from now on are taken together with the learners of the group's other ranks, which must
  // have the same state and get the same batches. Each rank computes a part of the gradient, and
  // all end with the bytes that a single learner would have. Step then returns Unavailable if the
  // group breaks. Null: single again. REQUIRES: on the CPU; the group outlives its use.
  void UseGroup(RankGroup* group);

  // The losses and the fit of the newest or the averaged weights, without a step.
  enum class Which { kNewest, kAveraged };
  absl::StatusOr<LossReport> Measure(const TrainingBatch& batch, Which which = Which::kNewest);

  int64_t Steps() const;

  // Copies of the newest and of the averaged weights, without those of the training heads.
  Weights NewestWeights() const;
  Weights AveragedWeights() const;

  // For resuming. InvalidArgument, leaving the learner unchanged, if the state is not of this
  // architecture.
  LearnerState SaveState() const;
  absl::Status LoadState(const LearnerState& state);

 private:
  struct Impl;
  explicit Learner(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::network
