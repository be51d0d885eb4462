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
  // AdamW: what a step keeps of the mean and of the mean square of gradients.
  double beta1 = 0.9;
  double beta2 = 0.99;
  // SGD: what a step keeps of the last one.
  double momentum = 0.9;
  // AdamW: share of a weight lost a step, times the learning rate; SGD: of the weight, added to its
  // gradient. Not for biases.
  double weight_decay = 1e-4;
  // Gradients longer than this are shortened to it; 0: never.
  double clip_norm = 5;
  // Steps over which the learning rate rises from zero.
  int warmup_steps = 100;
  // From this step on the rate falls with the inverse square root of the steps; 0: never.
  int decay_steps = 0;
  // The rate falls as half a wave of the cosine, to a hundredth at this step and after it; 0:
  // never. Excludes decay_steps.
  int cosine_steps = 0;
  // The rate and loss.kl_to_uniform fall as a power of the steps, to anneal_to of what they are at
  // this step, and stay there; loss.kl_to_data grows inversely. 0: never. Not with other decays.
  int anneal_steps = 0;
  double anneal_to = 0.1;
  // The magnet of loss.kl_to_magnet becomes the averaged weights every so many steps.
  int magnet_steps = 500;
  // What a step keeps of the averaged weights, less in the first steps; 0: no average.
  double average_decay = 0.999;
  LossOptions loss = {};
  // Of the trunk; weights, gradients' sums and the optimiser are fp32 always.
  Precision precision = Precision::kFp32;
  Device device = {};
  // Threads of a step on the CPU. They do not change results.
  int threads = 1;
};

// InvalidArgument, naming the field, unless all options are within bounds.
absl::Status CheckOptions(const LearnerOptions& options);

class RankGroup;

// All that a learner needs to go on later exactly as if it had not stopped.
struct LearnerState {
  int64_t steps = 0;
  // "weights.<name>", "average.<name>", "moment1.<name>", "moment2.<name>" of each parameter, and
  // "magnet.<name>" where there is a magnet.
  std::vector<NamedTensor> tensors;
  bool operator==(const LearnerState&) const = default;
};

// The names and shapes of a learner's state.
std::vector<WeightSpec> LearnerStateLayout(const NetworkShape& shape, const NetworkSize& size,
                                           const TrainingHeads& heads = {}, bool magnet = false);

// Master weights in fp32, their running average, and an optimiser. On the CPU the same batches give
// the same bytes for the same options, build and kind of processor. One thread at a time; the
// calling thread's LibTorch thread count becomes 1.
class Learner {
 public:
  // Begins at the given weights, those of WeightLayout(shape, size, options.loss.Heads()).
  // InvalidArgument if shape, size, weights or options are not valid.
  static absl::StatusOr<std::unique_ptr<Learner>> Create(const NetworkShape& shape,
                                                         const NetworkSize& size,
                                                         const Weights& weights,
                                                         const LearnerOptions& options);
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // One gradient step. The weights are unchanged on failure: InvalidArgument for a bad batch
  // (CheckBatch), Internal if LibTorch fails or loss or gradient is not finite.
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);

  // Steps from here on are taken together with the learners of the group's other ranks, which have
  // the same state and are given the same batches: each takes a part of the gradient, and all then
  // have the bytes that one would have alone. Unavailable from Step if the group breaks. Null:
  // alone again. REQUIRES: on the CPU; the group outlives its use.
  void UseGroup(RankGroup* group);

  // The losses and the fit of some weights, without a step.
  enum class Which { kNewest, kAveraged };
  absl::StatusOr<LossReport> Measure(const TrainingBatch& batch, Which which = Which::kNewest);

  int64_t Steps() const;

  // Copies of the newest and of the averaged weights, without those of heads.
  Weights NewestWeights() const;
  Weights AveragedWeights() const;

  // For resuming: InvalidArgument, leaving all as it was, if the state is not of this architecture.
  LearnerState SaveState() const;
  absl::Status LoadState(const LearnerState& state);

 private:
  struct Impl;
  explicit Learner(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::network
