// GradientPass: the losses of a batch and their gradient, computed in chunks of rows on several
// threads; internal to training/network.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/learning/flat_layout.h"
#include "training/network/learning/loss_options.h"
#include "training/network/learning/losses.h"
#include "training/network/learning/rank_group.h"
#include "training/network/learning/training_batch.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

// How gradients are computed.
struct GradientOptions {
  LossOptions loss = {};
  // Precision of the trunk.
  Precision precision = Precision::kFp32;
  Device device = {};
  // CPU threads. They do not change results.
  int threads = 1;
};

// On the CPU each thread computes chunks of rows (ChunkRows), with LibTorch's own threads off, and
// the chunks' gradients are added in order. So a pass has no barriers, and the bytes are the same
// for any number of threads and ranks. A GPU takes the whole batch. One call at a time.
class GradientPass {
 public:
  // REQUIRES: MakeLossParts accepts options.loss.
  GradientPass(const NetworkShape& shape, const NetworkSize& size, const GradientOptions& options);

  // From now on multiplies the factor of the divergence from the uniform policy by `part`, and
  // divides that of the divergence from the data's policy by it. REQUIRES: part > 0.
  void AnnealDivergences(double part) { annealed_ = part; }

  // From now on holds policies near those of these weights, a flat array of the layout, with factor
  // LossOptions::kl_to_magnet.
  void UseMagnet(const at::Tensor& weights) { magnet_ = weights; }

  // The losses under `weights`, a flat array of `layout`, which has the heads that the options
  // need.
  // REQUIRES: CheckBatch is ok.
  absl::StatusOr<LossReport> Measure(const FlatLayout& layout, const at::Tensor& weights,
                                     const TrainingBatch& batch);

  // The same, and writes the gradient of the total loss, laid out like `weights`. With a group (CPU
  // only) all ranks have the whole batch, each computes its part of the chunks, and all get the
  // whole gradient with the same bytes as from one process. Unavailable if the group breaks.
  absl::StatusOr<LossReport> Differentiate(const FlatLayout& layout, const at::Tensor& weights,
                                           const TrainingBatch& batch, RankGroup* group,
                                           at::Tensor* gradient);

 private:
  // The results of one chunk.
  struct Chunk {
    LossReport losses;
    at::Tensor gradient;
    absl::Status status;
  };

  // Computes this rank's chunks of the batch.
  absl::Status Run(const FlatLayout& layout, const at::Tensor& weights, const TrainingBatch& batch,
                   const RankGroup* group, bool differentiate);
  LossReport SumOfLosses(LossReport before) const;
  at::Tensor MagnetLogits(const FlatLayout& layout, const at::Tensor& planes,
                          const at::Tensor& globals) const;
  absl::Status RunChunk(const FlatLayout& layout, const at::Tensor& weights,
                        const TrainingBatch& rows, const LossWeights& total, bool differentiate,
                        Chunk* chunk) const;

  const NetworkShape shape_;
  const NetworkSize size_;
  const GradientOptions options_;
  const LossParts parts_;
  const TrainingHeads heads_;
  double annealed_ = 1;
  // Or undefined.
  at::Tensor magnet_;
  // Kept between calls for their memory.
  std::vector<Chunk> chunks_;
};

}  // namespace kvintet::network
