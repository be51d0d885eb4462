// GradientPass: see the header.
#include "training/network/learning/gradient_pass.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/parallel_for.h"
#include "base/status_macros.h"
#include "training/network/learning/chunk_rows.h"
#include "training/network/tower/libtorch.h"
#include "training/network/tower/tower.h"

namespace kvintet::network {
namespace {

// Rows `first` to `first + count` of a batch. Shares its memory.
TrainingBatch Rows(const NetworkShape& shape, const TrainingBatch& batch, int64_t first,
                   int64_t count) {
  const auto part = [&](auto span, int64_t row_size) {
    return span.subspan(static_cast<size_t>(first * row_size),
                        static_cast<size_t>(count * row_size));
  };
  const auto offsets = [&](auto span) {
    return span.subspan(static_cast<size_t>(first), static_cast<size_t>(count + 1));
  };
  TrainingBatch rows = batch;
  rows.planes = part(batch.planes, int64_t{shape.planes} * shape.height * shape.width);
  rows.globals = part(batch.globals, shape.globals);
  rows.legal_offsets = offsets(batch.legal_offsets);
  rows.target_offsets = offsets(batch.target_offsets);
  rows.wdl = part(batch.wdl, 3);
  rows.weights = part(batch.weights, 1);
  if (!batch.taken.empty()) {
    rows.taken = part(batch.taken, 1);
    rows.behaviour = part(batch.behaviour, 1);
    rows.advantages = part(batch.advantages, 1);
  }
  if (!batch.reply_offsets.empty()) {
    rows.reply_offsets = offsets(batch.reply_offsets);
  }
  if (!batch.margins.empty()) {
    rows.margins = part(batch.margins, 1);
  }
  if (!batch.owners.empty()) {
    rows.owners = part(batch.owners, shape.Cells());
  }
  return rows;
}

LossParts PartsOf(const LossOptions& options) {
  absl::StatusOr<LossParts> parts = MakeLossParts(options);
  KVINTET_CHECK(parts.ok());
  return *std::move(parts);
}

std::span<std::byte> BytesOfArray(const at::Tensor& flat) {
  return BytesOf(flat.data_ptr<float>(), static_cast<size_t>(flat.numel()));
}

}  // namespace

GradientPass::GradientPass(const NetworkShape& shape, const NetworkSize& size,
                           const GradientOptions& options)
    : shape_(shape),
      size_(size),
      options_(options),
      parts_(PartsOf(options.loss)),
      heads_(options.loss.Heads()) {}

absl::StatusOr<LossReport> GradientPass::Measure(const FlatLayout& layout,
                                                 const at::Tensor& weights,
                                                 const TrainingBatch& batch) {
  KVINTET_RETURN_IF_ERROR(Run(layout, weights, batch, nullptr, false));
  return SumOfLosses({});
}

absl::StatusOr<LossReport> GradientPass::Differentiate(const FlatLayout& layout,
                                                       const at::Tensor& weights,
                                                       const TrainingBatch& batch, RankGroup* group,
                                                       at::Tensor* gradient) {
  KVINTET_RETURN_IF_ERROR(Run(layout, weights, batch, group, true));
  const c10::NoGradGuard no_gradients;
  LossReport losses;
  const std::array<std::span<std::byte>, 2> sum = {BytesOfArray(*gradient), BytesOf(&losses)};
  size_t added = 0;
  if (group == nullptr || group->Rank() == 0) {
    gradient->copy_(chunks_[added++].gradient);
  } else {
    KVINTET_RETURN_IF_ERROR(group->FetchSum(sum));
  }
  for (; added < chunks_.size(); ++added) {
    gradient->add_(chunks_[added].gradient);
  }
  losses = SumOfLosses(losses);
  if (group != nullptr) {
    KVINTET_RETURN_IF_ERROR(group->FinishSum(sum));
  }
  return losses;
}

LossReport GradientPass::SumOfLosses(LossReport before) const {
  for (const Chunk& chunk : chunks_) {
    before += chunk.losses;
  }
  return before;
}

absl::Status GradientPass::Run(const FlatLayout& layout, const at::Tensor& weights,
                               const TrainingBatch& batch, const RankGroup* group,
                               bool differentiate) {
  const int64_t size = options_.device.is_cuda ? batch.Rows() : ChunkRows(shape_, batch.Rows());
  const int64_t count = (batch.Rows() + size - 1) / size;
  const LossWeights total = SumOfWeights(shape_, batch);
  const auto [begin, end] = group != nullptr ? group->Part(count) : std::pair(int64_t{0}, count);
  chunks_.resize(static_cast<size_t>(end - begin));
  ParallelFor(
      end - begin, options_.device.is_cuda ? 1 : options_.threads, [&, from = begin](int64_t i) {
        const int64_t first = (from + i) * size;
        const TrainingBatch rows = Rows(shape_, batch, first, std::min(size, batch.Rows() - first));
        Chunk& chunk = chunks_[static_cast<size_t>(i)];
        chunk.status = CatchTorch("gradient pass", [&] {
          return RunChunk(layout, weights, rows, total, differentiate, &chunk);
        });
      });
  for (const Chunk& chunk : chunks_) {
    KVINTET_RETURN_IF_ERROR(chunk.status);
  }
  return absl::OkStatus();
}

at::Tensor GradientPass::MagnetLogits(const FlatLayout& layout, const at::Tensor& planes,
                                      const at::Tensor& globals) const {
  const c10::NoGradGuard no_gradients;
  std::vector<at::Tensor> parameters;
  for (size_t i = 0; i < layout.Specs().size(); ++i) {
    parameters.push_back(layout.View(magnet_, i));
  }
  const Tower tower(shape_, size_, parameters, {.type = TorchType(options_.precision)}, heads_);
  return tower.Forward(planes, globals).policy;
}

absl::Status GradientPass::RunChunk(const FlatLayout& layout, const at::Tensor& weights,
                                    const TrainingBatch& rows, const LossWeights& total,
                                    bool differentiate, Chunk* chunk) const {
  UseThreads(1);
  const c10::AutoGradMode mode(differentiate);
  if (differentiate) {
    chunk->gradient = chunk->gradient.defined() ? chunk->gradient.zero_() : at::zeros_like(weights);
  }
  // The chunk's own autograd leaves over the shared weights.
  std::vector<at::Tensor> parameters;
  for (size_t i = 0; i < layout.Specs().size(); ++i) {
    parameters.push_back(layout.View(weights, i).detach().requires_grad_(differentiate));
    if (differentiate) {
      parameters.back().mutable_grad() = layout.View(chunk->gradient, i);
    }
  }
  const c10::Device device = TorchDevice(options_.device);
  const at::Tensor planes = Borrow<uint8_t>(
      rows.planes, {rows.Rows(), shape_.planes, shape_.height, shape_.width}, at::kByte);
  const at::Tensor globals = Borrow<float>(rows.globals, {rows.Rows(), shape_.globals}, at::kFloat);
  const Tower tower(shape_, size_, parameters, {.type = TorchType(options_.precision)}, heads_);
  LossOptions loss = options_.loss;
  loss.kl_to_uniform *= annealed_;
  loss.kl_to_data /= annealed_;
  const at::Tensor device_planes = planes.to(device);
  const at::Tensor device_globals = globals.to(device);
  const TowerOutput output = tower.Forward(device_planes, device_globals);
  LossTargets targets = MakeLossTargets(shape_, rows, device);
  if (magnet_.defined()) {
    targets.magnet_logits = MagnetLogits(layout, device_planes, device_globals);
  }
  const Losses losses = ComputeLosses(output, targets, total, loss, parts_);
  chunk->losses = ToReport(losses);
  if (!differentiate || !rows.taken.empty()) {
    chunk->losses.fit = MeasureFit(output, targets, total, loss);
  }
  if (differentiate) {
    losses.total.backward();
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network
