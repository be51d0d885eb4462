// Evaluates in chunks of fixed sizes, so that a row's bytes do not depend on the other rows.
#include "training/network/tower/network.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include <c10/core/InferenceMode.h>

#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/kernels/winograd.h"
#include "training/network/tower/libtorch.h"
#include "training/network/tower/tower.h"

namespace kvintet::network {
namespace {

// Rows per pass on the CPU: enough for full speed, but few enough for the activations to stay in
// the second-level cache.
constexpr int64_t kCpuRows = 32;
constexpr int64_t kCudaRows = 4096;

// The number of rows to compute for `rows` requested ones. A single row in fp32 would take a slow
// path in LibTorch.
int64_t PaddedRows(int64_t rows) {
  int64_t padded = 2;
  while (padded < rows) {
    padded *= 2;
  }
  return padded;
}

// Rows `first` to `first + count` of an array with `width` values per row, followed by zero rows.
template <typename T>
at::Tensor PaddedSlice(std::span<const T> values, int64_t width, int64_t first, int64_t count,
                       int64_t padded, at::ScalarType type) {
  const auto slice =
      values.subspan(static_cast<size_t>(first * width), static_cast<size_t>(count * width));
  if (count == padded) {
    return Borrow<T>(slice, {padded, width}, type);
  }
  at::Tensor copy = at::zeros({padded, width}, type);
  std::copy(slice.begin(), slice.end(), copy.data_ptr<T>());
  return copy;
}

// Replaces three logits by their softmax.
void Softmax3(float* logits) {
  const float largest = std::max({logits[0], logits[1], logits[2]});
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    logits[i] = std::exp(logits[i] - largest);
    sum += logits[i];
  }
  for (int i = 0; i < 3; ++i) {
    logits[i] /= sum;
  }
}

bool AllFinite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

}  // namespace

struct Network::Impl {
  NetworkShape shape;
  NetworkSize size;
  NetworkOptions options;
  Tower tower;

  void EvaluateChunk(const NetworkInput& input, int64_t first, int64_t rows,
                     const NetworkOutput& output) const;
  void Gather(const TowerOutput& result, const NetworkInput& input, int64_t first, int64_t rows,
              const NetworkOutput& output) const;
  void GatherOnDevice(const TowerOutput& result, const NetworkInput& input, int64_t first,
                      int64_t rows, const NetworkOutput& output) const;
};

bool CanWinograd(const NetworkShape& shape, const NetworkSize& size,
                 const NetworkOptions& options) {
  return options.precision == Precision::kFp32 && !options.device.is_cuda &&
         !options.channels_first && shape.Cells() > 1 &&
         size.channels % static_cast<int>(WinogradLayer::kGroup) == 0 && BodyHasWinograd(size);
}

absl::StatusOr<std::unique_ptr<Network>> Network::Create(const NetworkShape& shape,
                                                         const NetworkSize& size,
                                                         const Weights& weights,
                                                         const NetworkOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckShape(shape));
  KVINTET_RETURN_IF_ERROR(CheckSize(size));
  KVINTET_RETURN_IF_ERROR(CheckWeights(WeightLayout(shape, size), weights, "network weights"));
  std::unique_ptr<Network> network;
  KVINTET_RETURN_IF_ERROR(CatchTorch("network to " + DeviceName(options.device), [&] {
    const c10::InferenceMode inference;
    const TowerFormat format{.type = TorchType(options.precision),
                             .layout = options.channels_first ? at::MemoryFormat::Contiguous
                                                              : at::MemoryFormat::ChannelsLast,
                             .winograd = options.convolution == Convolution::kWinograd &&
                                         CanWinograd(shape, size, options)};
    const std::vector<at::Tensor> parameters = ToTorch(weights, options.device);
    network.reset(new Network(std::unique_ptr<Impl>(
        new Impl{shape, size, options, Tower(shape, size, parameters, format)})));
    // Threads with streams of their own will read the weights.
    Synchronize(options.device);
    return absl::OkStatus();
  }));
  return network;
}

Network::Network(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Network::~Network() = default;

const NetworkShape& Network::Shape() const { return impl_->shape; }
const NetworkSize& Network::Size() const { return impl_->size; }
const NetworkOptions& Network::Options() const { return impl_->options; }

absl::Status Network::Evaluate(const NetworkInput& input, const NetworkOutput& output) const {
  KVINTET_CHECK(!input.offsets.empty());
  const int64_t rows = static_cast<int64_t>(input.offsets.size()) - 1;
  KVINTET_CHECK_EQ(input.planes.size(), rows * Shape().PlaneBytes());
  KVINTET_CHECK_EQ(input.globals.size(), rows * Shape().globals);
  KVINTET_CHECK_EQ(input.actions.size(), input.offsets.back());
  KVINTET_CHECK_EQ(output.logits.size(), input.actions.size());
  KVINTET_CHECK_EQ(output.wdl.size(), rows * 3);
  for (const int32_t action : input.actions) {
    KVINTET_CHECK(action >= 0 && action < Shape().PolicySize());
  }
  KVINTET_RETURN_IF_ERROR(CatchTorch("network evaluation", [&] {
    UseThreads(1);
    const c10::InferenceMode inference;
    const OwnStream stream(Options().device);
    const int64_t step = Options().device.is_cuda ? kCudaRows : kCpuRows;
    for (int64_t first = 0; first < rows; first += step) {
      impl_->EvaluateChunk(input, first, std::min(step, rows - first), output);
    }
    return absl::OkStatus();
  }));
  if (!AllFinite(output.logits) || !AllFinite(output.wdl)) {
    return absl::InternalError(absl::StrFormat("network evaluation: a result is not finite (%s)",
                                               PrecisionName(Options().precision)));
  }
  return absl::OkStatus();
}

void Network::Impl::EvaluateChunk(const NetworkInput& input, int64_t first, int64_t rows,
                                  const NetworkOutput& output) const {
  const int64_t padded = PaddedRows(rows);
  at::Tensor planes =
      PaddedSlice<uint8_t>(input.planes, shape.PlaneBytes(), first, rows, padded, at::kByte)
          .view({padded, shape.planes, shape.height, shape.width});
  at::Tensor globals =
      PaddedSlice<float>(input.globals, shape.globals, first, rows, padded, at::kFloat);
  if (!options.device.is_cuda) {
    Gather(tower.Forward(planes, globals), input, first, rows, output);
    return;
  }
  const c10::Device device = TorchDevice(options.device);
  planes = planes.pin_memory().to(device, at::kByte, true);
  globals = globals.pin_memory().to(device, at::kFloat, true);
  GatherOnDevice(tower.Forward(planes, globals), input, first, rows, output);
}

void Network::Impl::Gather(const TowerOutput& result, const NetworkInput& input, int64_t first,
                           int64_t rows, const NetworkOutput& output) const {
  const float* const policy = result.policy.data_ptr<float>();
  const int64_t stride = shape.PolicySize();
  for (int64_t row = 0; row < rows; ++row) {
    const auto begin = static_cast<size_t>(input.offsets[static_cast<size_t>(first + row)]);
    const auto end = static_cast<size_t>(input.offsets[static_cast<size_t>(first + row) + 1]);
    for (size_t i = begin; i < end; ++i) {
      output.logits[i] = policy[row * stride + input.actions[i]];
    }
  }
  const at::Tensor wdl = result.wdl.contiguous();
  const std::span<float> target =
      output.wdl.subspan(static_cast<size_t>(3 * first), static_cast<size_t>(3 * rows));
  std::memcpy(target.data(), wdl.data_ptr<float>(), target.size_bytes());
  for (size_t i = 0; i < target.size(); i += 3) {
    Softmax3(&target[i]);
  }
}

// Gathers on the device, so that a single copy brings back only the requested values.
void Network::Impl::GatherOnDevice(const TowerOutput& result, const NetworkInput& input,
                                   int64_t first, int64_t rows, const NetworkOutput& output) const {
  const auto begin = static_cast<size_t>(input.offsets[static_cast<size_t>(first)]);
  const auto end = static_cast<size_t>(input.offsets[static_cast<size_t>(first + rows)]);
  const int64_t wanted = static_cast<int64_t>(end - begin);
  at::Tensor places = at::empty({wanted}, at::TensorOptions().dtype(at::kLong).pinned_memory(true));
  int64_t* place = places.data_ptr<int64_t>();
  for (int64_t row = 0; row < rows; ++row) {
    const auto row_begin = static_cast<size_t>(input.offsets[static_cast<size_t>(first + row)]);
    const auto row_end = static_cast<size_t>(input.offsets[static_cast<size_t>(first + row) + 1]);
    for (size_t i = row_begin; i < row_end; ++i) {
      *place++ = row * shape.PolicySize() + input.actions[i];
    }
  }
  const at::Tensor logits =
      result.policy.view({-1}).index_select(0, places.to(result.policy.device(), at::kLong, true));
  const at::Tensor wdl = result.wdl.narrow(0, 0, rows).softmax(1).view({-1});
  const at::Tensor both = at::cat({logits, wdl}).cpu();
  const float* const values = both.data_ptr<float>();
  std::copy_n(values, wanted, output.logits.begin() + static_cast<std::ptrdiff_t>(begin));
  std::copy_n(values + wanted, 3 * rows, output.wdl.begin() + 3 * first);
}

}  // namespace kvintet::network
