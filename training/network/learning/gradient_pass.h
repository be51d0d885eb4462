// GradientPass: the losses of a batch and their gradient, by chunks of rows on several threads;
// internal to this folder.
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
#include "training/network/tower/aten.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

// How gradients are computed.
struct GradientOptions {
  LossOptions loss = {};
  // Of the trunk.
  Precision precision = Precision::kFp32;
  Device device = {};
  // Of the CPU. They do not change results.
  int threads = 1;
};

// On the CPU each thread takes chunks of 64 rows by itself, with LibTorch's own threads off, and
// the chunks' gradients are added in their order: no barrier within a pass, and the same bytes for
// any number of threads and ranks. A GPU takes the batch whole. One call at a time.
class GradientPass {
 public:
  // REQUIRES: MakeOwnLoss takes options.loss.own.
  GradientPass(const NetworkShape& shape, const NetworkSize& size, const GradientOptions& options);

  // From here on the divergence from the uniform policy has so much of its factor, and that from
  // the data's policy its factor divided by it. REQUIRES: part > 0.
  void AnnealDivergences(double part) { annealed_ = part; }

  // From here on policies are held near those of these weights, a flat array of the layout, by
  // LossOptions::kl_to_magnet.
  void UseMagnet(const at::Tensor& weights) { magnet_ = weights; }

  // The losses under `weights`, a flat array of `layout`, which has the heads of the options.
  // REQUIRES: CheckBatch is ok.
  absl::StatusOr<LossReport> Measure(const FlatLayout& layout, const at::Tensor& weights,
                                     const TrainingBatch& batch);

  // The same, and writes the gradient of the total loss, laid out like `weights`. With a group (on
  // the CPU) each rank takes its part of the chunks of the batch, which all have, and all get the
  // gradient of the whole, with the bytes of one process's. Unavailable if the group breaks.
  absl::StatusOr<LossReport> Differentiate(const FlatLayout& layout, const at::Tensor& weights,
                                           const TrainingBatch& batch, RankGroup* group,
                                           at::Tensor* gradient);

 private:
  // What one chunk computes.
  struct Chunk {
    LossReport losses;
    at::Tensor gradient;
    absl::Status status;
  };

  // Fills the chunks of the batch that are this rank's.
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
  // Or null.
  const std::unique_ptr<OwnLoss> own_loss_;
  double annealed_ = 1;
  // Or undefined.
  at::Tensor magnet_;
  // Kept between calls for their memory.
  std::vector<Chunk> chunks_;
};

}  // namespace kvintet::network
