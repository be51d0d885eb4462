// The tower's layers: LibTorch's convolutions, with our own loops around them where those are
// faster.
#include "training/network/tower/residual_tower.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "base/check.h"
#include "training/network/tower/tower_loops.h"

namespace kvintet::network {
namespace {

// Our own loops support no derivatives, and only one type and layout.
bool LoopsApply(const at::Tensor& x) {
  return x.scalar_type() == at::kBFloat16 && x.device().is_cpu() && !at::GradMode::is_enabled() &&
         x.is_contiguous(at::MemoryFormat::ChannelsLast);
}

Activations AsActivations(const at::Tensor& x) {
  return {static_cast<Bfloat16Bits*>(x.data_ptr()), static_cast<size_t>(x.size(0)),
          static_cast<size_t>(x.size(2) * x.size(3)), static_cast<size_t>(x.size(1))};
}

at::Tensor Convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  const int64_t padding = weight.size(2) / 2;
  // Dilation changes nothing for a 1 x 1 kernel, but makes LibTorch use oneDNN even for fewer than
  // 16 rows. So all batch sizes from two on are computed in the same way.
  const int64_t dilation = weight.size(2) == 1 ? 2 : 1;
  return at::conv2d(x, weight, bias, at::IntArrayRef{1, 1}, at::IntArrayRef{padding, padding},
                    at::IntArrayRef{dilation, dilation});
}

// Whether x is fp32 on the CPU, channels last, without derivatives.
bool IsPlain(const at::Tensor& x) {
  return x.scalar_type() == at::kFloat && x.device().is_cpu() && !at::GradMode::is_enabled() &&
         x.is_contiguous(at::MemoryFormat::ChannelsLast);
}

std::span<const float> Values(const at::Tensor& contiguous) {
  return {contiguous.data_ptr<float>(), static_cast<size_t>(contiguous.numel())};
}

// Uninitialised fp32 [B, channels, height, width] for the planes' boards, channels last.
at::Tensor EmptyActivations(const at::Tensor& planes, int64_t channels) {
  return at::empty({planes.size(0), channels, planes.size(2), planes.size(3)},
                   at::TensorOptions().dtype(at::kFloat), at::MemoryFormat::ChannelsLast);
}

// The input of the first Winograd layer.
at::Tensor Spread(const at::Tensor& planes) {
  const auto count = static_cast<size_t>(planes.size(1));
  const size_t channels = WinogradLayer::Padded(count);
  at::Tensor input = EmptyActivations(planes, static_cast<int64_t>(channels));
  SpreadPlanes(planes.data_ptr<uint8_t>(), count,
               {input.data_ptr<float>(), static_cast<size_t>(planes.size(0)),
                static_cast<size_t>(planes.size(2) * planes.size(3)), channels});
  return input;
}

// relu(x), in place.
at::Tensor Rectified(at::Tensor x) {
  if (LoopsApply(x)) {
    Rectify(AsActivations(x));
    return x;
  }
  return x.relu_();
}

// relu(x + other), in place in x.
at::Tensor SumRectified(at::Tensor x, const at::Tensor& other) {
  if (LoopsApply(x) && LoopsApply(other)) {
    AddRectify(AsActivations(x), AsActivations(other).values);
    return x;
  }
  return x.add_(other).relu_();
}

// relu(x + bias [+ other]), in place in x; bias fp32 [B, C]; `other` may be undefined.
at::Tensor BiasedRectified(at::Tensor x, const at::Tensor& bias, const at::Tensor& other) {
  if (LoopsApply(x) && bias.is_contiguous() && (!other.defined() || LoopsApply(other))) {
    AddBiasRectify(AsActivations(x), other.defined() ? AsActivations(other).values : nullptr,
                   bias.data_ptr<float>());
    return x;
  }
  if (other.defined()) {
    x.add_(other);
  }
  return x.add_(bias.to(x.scalar_type()).unsqueeze(2).unsqueeze(3)).relu_();
}

// Mean and maximum over the board: fp32 [B, 2 * C].
at::Tensor Pooled(const at::Tensor& x) {
  if (LoopsApply(x)) {
    at::Tensor pooled = at::empty({x.size(0), 2 * x.size(1)}, at::kFloat);
    Pool(AsActivations(x), pooled.data_ptr<float>());
    return pooled;
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
  const at::Tensor most = std::get<0>(at::adaptive_max_pool2d(x, {1, 1}));
  return at::cat({sum / static_cast<double>(cells), most.flatten(1).to(at::kFloat)}, 1);
}

// Hands out parameters in order.
class Cursor {
 public:
  explicit Cursor(std::span<const at::Tensor> parameters) : parameters_(parameters) {}
  ~Cursor() { KVINTET_CHECK_EQ(next_, parameters_.size()); }

  const at::Tensor& Next() {
    KVINTET_CHECK_LT(next_, parameters_.size());
    return parameters_[next_++];
  }

 private:
  std::span<const at::Tensor> parameters_;
  size_t next_ = 0;
};

}  // namespace

at::Tensor ResidualTower::Linear(const at::Tensor& x, const Layer& layer) {
  if (!layer.transposed.defined() || at::GradMode::is_enabled() || !x.is_contiguous()) {
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

ResidualTower::ResidualTower(const NetworkShape& shape, const NetworkSize& size,
                             std::span<const at::Tensor> parameters, const TowerFormat& format,
                             const TrainingHeads& heads)
    : shape_(shape), format_(format) {
  Cursor cursor(parameters);
  const auto linear = [&](bool has_bias) {
    Layer layer;
    layer.weight = cursor.Next();
    if (has_bias) {
      layer.bias = cursor.Next();
    }
    if (layer.weight.device().is_cpu() && !at::GradMode::is_enabled()) {
      layer.transposed = layer.weight.t().contiguous();
    }
    return layer;
  };
  const auto convolution = [&] {
    const at::Tensor& weight = cursor.Next();
    const at::Tensor& bias = cursor.Next();
    Layer layer{weight.to(format.type, false, false, format.layout), bias.to(format.type), {}, {}};
    if (format.winograd && weight.size(2) == 3) {
      layer.winograd.emplace(Values(weight), Values(bias), static_cast<size_t>(weight.size(1)));
    }
    return layer;
  };
  stem_ = convolution();
  if (shape.globals > 0) {
    globals_ = linear(false);
  }
  for (int block = 0; block < size.blocks; ++block) {
    Block& target = blocks_.emplace_back();
    target.first = convolution();
    target.second = convolution();
    if (HasPooling(size, block)) {
      target.pooled = linear(false);
    }
  }
  hidden_ = linear(true);
  value_ = linear(true);
  if (shape.policy_planes > 0) {
    policy_first_ = convolution();
    policy_pooled_ = linear(false);
  }
  const auto policy = [&](PolicyLayers* layers) {
    if (shape.policy_planes > 0) {
      layers->planes.weight = cursor.Next();
      layers->planes.bias = cursor.Next();
    }
    if (shape.policy_slots > 0) {
      layers->slots = linear(true);
    }
  };
  policy(&policy_);
  if (heads.soft_policy) {
    policy(&soft_policy_);
  }
  if (heads.reply_policy) {
    policy(&reply_policy_);
  }
  if (heads.margin) {
    margin_ = linear(true);
  }
  if (heads.ownership) {
    ownership_ = convolution();
  }
}

at::Tensor ResidualTower::Trunk(const at::Tensor& planes, const at::Tensor& globals) const {
  const at::Tensor input = planes.to(format_.type, false, false, format_.layout);
  at::Tensor x = Convolve(input, stem_.weight, stem_.bias);
  x = globals_.weight.defined() ? BiasedRectified(x, Linear(globals, globals_), {}) : Rectified(x);
  for (const Block& block : blocks_) {
    const at::Tensor h = Rectified(Convolve(x, block.first.weight, block.first.bias));
    const at::Tensor y = Convolve(h, block.second.weight, block.second.bias);
    x = block.pooled.weight.defined() ? BiasedRectified(y, Linear(Pooled(h), block.pooled), x)
                                      : SumRectified(y, x);
  }
  return x;
}

at::Tensor ResidualTower::WinogradTrunk(const at::Tensor& planes, const at::Tensor& globals) const {
  const Boards boards = {static_cast<size_t>(planes.size(0)), static_cast<size_t>(planes.size(2)),
                         static_cast<size_t>(planes.size(3))};
  const at::Tensor input = Spread(planes);
  const at::Tensor x = EmptyActivations(planes, stem_.weight.size(0));
  const at::Tensor h = at::empty_like(x);
  const size_t scratch_size =
      std::max(stem_.winograd->ScratchSize(), blocks_[0].first.winograd->ScratchSize());
  const at::Tensor scratch = at::empty({static_cast<int64_t>(scratch_size)}, at::kFloat);
  const auto convolve = [&](const at::Tensor& from, const Layer& layer, const at::Tensor& row_bias,
                            const at::Tensor& added, const at::Tensor& to) {
    layer.winograd->Apply(boards, from.data_ptr<float>(),
                          {.row_bias = row_bias.defined() ? row_bias.data_ptr<float>() : nullptr,
                           .activations = added.defined() ? added.data_ptr<float>() : nullptr},
                          to.data_ptr<float>(), scratch.data_ptr<float>());
  };
  const auto linear = [](const at::Tensor& from, const Layer& layer) {
    return layer.weight.defined() ? Linear(from, layer).contiguous() : at::Tensor();
  };
  convolve(input, stem_, linear(globals, globals_), {}, x);
  for (const Block& block : blocks_) {
    convolve(x, block.first, {}, {}, h);
    const bool pools = block.pooled.weight.defined();
    convolve(h, block.second, linear(pools ? Pooled(h) : h, block.pooled), x, x);
  }
  return x;
}

TowerOutput ResidualTower::Forward(const at::Tensor& planes, const at::Tensor& globals) const {
  const at::Tensor x = format_.winograd ? WinogradTrunk(planes, globals) : Trunk(planes, globals);
  const at::Tensor pooled = Pooled(x);
  const at::Tensor hidden = Linear(pooled, hidden_).relu_();
  const at::Tensor features = PolicyFeatures(x, pooled);
  TowerOutput output = {.policy = Policy(policy_, features, hidden), .wdl = Linear(hidden, value_)};
  if (soft_policy_.Exists()) {
    output.soft_policy = Policy(soft_policy_, features, hidden);
  }
  if (reply_policy_.Exists()) {
    output.reply_policy = Policy(reply_policy_, features, hidden);
  }
  if (margin_.weight.defined()) {
    output.margin = Linear(hidden, margin_);
  }
  if (ownership_.weight.defined()) {
    output.ownership = Convolve(x, ownership_.weight, ownership_.bias).to(at::kFloat).flatten(2);
  }
  return output;
}

at::Tensor ResidualTower::PolicyFeatures(const at::Tensor& x, const at::Tensor& pooled) const {
  if (!policy_first_.weight.defined()) {
    return {};
  }
  const at::Tensor p = Convolve(x, policy_first_.weight, policy_first_.bias);
  return BiasedRectified(p, Linear(pooled, policy_pooled_), {}).to(at::kFloat);
}

at::Tensor ResidualTower::Policy(const PolicyLayers& layers, const at::Tensor& features,
                                 const at::Tensor& hidden) const {
  std::vector<at::Tensor> parts;
  if (layers.planes.weight.defined()) {
    const at::Tensor logits = Convolve(features, layers.planes.weight, layers.planes.bias);
    parts.push_back(logits.reshape({hidden.size(0), shape_.policy_planes * shape_.Cells()}));
  }
  if (layers.slots.weight.defined()) {
    parts.push_back(Linear(hidden, layers.slots));
  }
  return parts.size() == 1 ? parts[0].contiguous() : at::cat(parts, 1);
}

}  // namespace kvintet::network
