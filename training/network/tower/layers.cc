// The layers: LibTorch's convolutions, with our own loops around them where those are faster.
#include "training/network/tower/layers.h"

#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "training/network/tower/kernels/own_derivatives.h"
#include "training/network/tower/kernels/tower_loops.h"

namespace kvintet::network {
namespace {

// Whether x is fp32 on the CPU, channels last, without derivatives.
bool IsPlain(const at::Tensor& x) {
  return x.scalar_type() == at::kFloat && x.device().is_cpu() && !c10::GradMode::is_enabled() &&
         x.is_contiguous(at::MemoryFormat::ChannelsLast);
}

// Whether cuDNN computes a convolution, its bias and what follows at once, which has no
// derivatives.
bool IsFused(const at::Tensor& x) { return x.is_cuda() && !c10::GradMode::is_enabled(); }

std::span<const float> Values(const at::Tensor& contiguous) {
  return {contiguous.data_ptr<float>(), static_cast<size_t>(contiguous.numel())};
}

}  // namespace

LayerReader::~LayerReader() { KVINTET_CHECK_EQ(next_, parameters_.size()); }

const at::Tensor& LayerReader::Next() {
  KVINTET_CHECK_LT(next_, parameters_.size());
  return parameters_[next_++];
}

Layer LayerReader::Linear(bool has_bias) {
  Layer layer{.weight = Next()};
  if (has_bias) {
    layer.bias = Next();
  }
  if (layer.weight.device().is_cpu() && !c10::GradMode::is_enabled()) {
    layer.transposed = layer.weight.t().contiguous();
  }
  return layer;
}

Layer LayerReader::Convolution() {
  const at::Tensor& weight = Next();
  const at::Tensor& bias = Next();
  Layer layer{.weight = weight.to(format_.type, false, false, format_.layout),
              .bias = bias.to(format_.type)};
  if (format_.winograd && weight.size(2) == 3) {
    layer.winograd.emplace(Values(weight), Values(bias), static_cast<size_t>(weight.size(1)));
  }
  return layer;
}

Layer LayerReader::PlainConvolution() {
  Layer layer{.weight = Next()};
  layer.bias = Next();
  return layer;
}

at::Tensor Linear(const at::Tensor& x, const Layer& layer) {
  if (!layer.transposed.defined() || c10::GradMode::is_enabled() || !x.is_contiguous()) {
    return at::linear(x, layer.weight, layer.bias);
  }
  at::Tensor result = at::empty({x.size(0), layer.weight.size(0)}, at::kFloat);
  const LinearMap map{layer.transposed.data_ptr<float>(),
                      layer.bias.defined() ? layer.bias.data_ptr<float>() : nullptr,
                      static_cast<size_t>(layer.weight.size(1)),
                      static_cast<size_t>(layer.weight.size(0))};
  ApplyLinear(map, x.data_ptr<float>(), static_cast<size_t>(x.size(0)), result.data_ptr<float>());
  return result;
}

at::Tensor Convolve(const at::Tensor& x, const Layer& layer) {
  const int64_t padding = layer.weight.size(2) / 2;
  // Dilation changes nothing for a 1 x 1 kernel, but on the CPU it makes LibTorch use oneDNN even
  // for fewer than 16 rows. So all batch sizes from two on are computed in the same way.
  const int64_t dilation = layer.weight.size(2) == 1 && x.device().is_cpu() ? 2 : 1;
  return at::conv2d(x, layer.weight, layer.bias, at::IntArrayRef{1, 1},
                    at::IntArrayRef{padding, padding}, at::IntArrayRef{dilation, dilation});
}

at::Tensor ConvolveRectified(const at::Tensor& x, const Layer& layer, const at::Tensor& other) {
  if (IsFused(x)) {
    const std::array<int64_t, 2> one = {1, 1};
    const std::array<int64_t, 2> padding = {layer.weight.size(2) / 2, layer.weight.size(3) / 2};
    return other.defined()
               ? at::cudnn_convolution_add_relu(x, layer.weight, other, 1, layer.bias, one, padding,
                                                one, 1)
               : at::cudnn_convolution_relu(x, layer.weight, layer.bias, one, padding, one, 1);
  }
  return other.defined() ? SumRectified(Convolve(x, layer), other) : Rectified(Convolve(x, layer));
}

at::Tensor Rectified(at::Tensor x) { return BiasedRectified(std::move(x), {}, {}); }

at::Tensor SumRectified(at::Tensor x, const at::Tensor& other) {
  return BiasedRectified(std::move(x), {}, other);
}

at::Tensor BiasedRectified(at::Tensor x, const at::Tensor& bias, const at::Tensor& other) {
  if (LoopsApply(x) && (!other.defined() || LoopsApply(other))) {
    return OwnRectified(x, other, bias);
  }
  if (other.defined()) {
    x.add_(other);
  }
  if (bias.defined()) {
    x.add_(bias.to(x.scalar_type()).unsqueeze(2).unsqueeze(3));
  }
  return x.relu_();
}

at::Tensor Pooled(const at::Tensor& x) {
  if (LoopsApply(x)) {
    return OwnPooled(x);
  }
  if (IsPlain(x)) {
    at::Tensor pooled = at::empty({x.size(0), 2 * x.size(1)}, at::kFloat);
    Pool(ActivationsOf<const float>{x.data_ptr<float>(), static_cast<size_t>(x.size(0)),
                                    static_cast<size_t>(x.size(2) * x.size(3)),
                                    static_cast<size_t>(x.size(1))},
         pooled.data_ptr<float>());
    return pooled;
  }
  // These operations have fast derivatives. mean() and amax() took 26 ms forward and backward on a
  // [256, 64, 15, 15] batch in bfloat16, these take 4 ms; a convolution takes 21 ms.
  const int64_t cells = x.size(2) * x.size(3);
  const at::Tensor by_cell = x.permute({0, 2, 3, 1}).reshape({x.size(0), cells, x.size(1)});
  const at::Tensor sum = by_cell.sum(at::IntArrayRef{1}, false, at::kFloat);
  // On a GPU, adaptive_max_pool2d() would copy x to another layout.
  const at::Tensor most =
      x.is_cuda() ? by_cell.amax({1}) : std::get<0>(at::adaptive_max_pool2d(x, {1, 1})).flatten(1);
  return at::cat({sum / static_cast<double>(cells), most.to(at::kFloat)}, 1);
}

PolicyLayers ReadPolicy(const NetworkShape& shape, LayerReader* reader) {
  PolicyLayers layers;
  if (shape.policy_planes > 0) {
    layers.planes = reader->PlainConvolution();
  }
  if (shape.policy_slots > 0) {
    layers.slots = reader->Linear();
  }
  return layers;
}

at::Tensor PolicyLogits(const NetworkShape& shape, const PolicyLayers& layers,
                        const at::Tensor& features, const at::Tensor& hidden) {
  std::vector<at::Tensor> parts;
  if (layers.planes.Exists()) {
    const at::Tensor logits = Convolve(features, layers.planes);
    parts.push_back(logits.reshape({hidden.size(0), shape.policy_planes * shape.Cells()}));
  }
  if (layers.slots.Exists()) {
    parts.push_back(Linear(hidden, layers.slots));
  }
  return parts.size() == 1 ? parts[0].contiguous() : at::cat(parts, 1);
}

SlotLayers ReadSlots(LayerReader* reader) {
  SlotLayers layers;
  layers.first = reader->Linear();
  layers.context = reader->Linear(false);
  layers.last = reader->Linear(false);
  return layers;
}

void AddSlotLogits(const NetworkShape& shape, const SlotLayers& layers, const at::Tensor& globals,
                   const at::Tensor& pooled, at::Tensor* policy) {
  const int64_t rows = globals.size(0);
  const int64_t slots = shape.featured_slots;
  const at::Tensor features =
      globals.narrow(1, shape.globals - shape.FeatureCount(), shape.FeatureCount())
          .reshape({rows * slots, shape.slot_features});
  const at::Tensor context = Linear(pooled, layers.context).unsqueeze(1);
  const at::Tensor hidden =
      (Linear(features, layers.first).view({rows, slots, -1}) + context).relu_();
  const at::Tensor added = Linear(hidden.view({rows * slots, -1}), layers.last);
  policy->narrow(1, shape.policy_planes * shape.Cells(), slots).add_(added.view({rows, slots}));
}

}  // namespace kvintet::network
