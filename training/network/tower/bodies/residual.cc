// ResidualBody: blocks of two convolutions around which the activations are added; the body of all
// models that name none.
//
//   stem:   x = relu(conv3x3(planes) + W globals)
//   block:  h = relu(conv3x3(x));  x = relu(x + conv3x3(h) [+ W pool(h)])
//
// After He, Zhang, Ren, Sun: "Deep residual learning for image recognition" (2016), and for global
// pooling Wu: "Accelerating self-play learning in Go" (2019). There is no normalisation layer; the
// initial weights keep the scale.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/unique_name.h"
#include "training/network/tower/body.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/kernels/own_derivatives.h"
#include "training/network/tower/kernels/tower_loops.h"
#include "training/network/tower/layers.h"

namespace kvintet::network {
namespace {

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

// With convolutions of LibTorch or, if the format has winograd, with those of winograd.h.
class ResidualBody final : public Body {
 public:
  static void AddLayers(const NetworkShape& shape, const NetworkSize& size, const PartOptions&,
                        LayoutBuilder* layout) {
    const int64_t channels = size.channels;
    // A board of one cell has no neighbours, so its convolutions are plain linear maps.
    const int64_t kernel = shape.Cells() == 1 ? 1 : 3;
    // Residual branches are scaled down with depth, as in "Fixup initialization" (Zhang, Dauphin
    // and Ma, 2019), but their last layer starts small instead of at zero.
    const double branch_gain = 1 / std::sqrt(static_cast<double>(size.blocks));
    layout->Layer("stem", {channels, shape.planes, kernel, kernel}, 1);
    if (shape.globals > 0) {
      layout->Map("globals", channels, shape.globals, 1);
    }
    for (int block = 0; block < size.blocks; ++block) {
      const std::string name = absl::StrCat("blocks.", block);
      layout->Layer(name + ".first", {channels, channels, kernel, kernel}, branch_gain);
      layout->Layer(name + ".second", {channels, channels, kernel, kernel}, kSmallGain);
      if (HasPooling(size, block)) {
        layout->Map(name + ".pooled", channels, 2 * channels, kSmallGain);
      }
    }
  }

  ResidualBody(const NetworkShape& shape, const NetworkSize& size, const PartOptions&,
               LayerReader* reader)
      : format_(reader->Format()), stem_(reader->Convolution()) {
    if (shape.globals > 0) {
      globals_ = reader->Linear(false);
    }
    for (int block = 0; block < size.blocks; ++block) {
      Block& target = blocks_.emplace_back();
      target.first = reader->Convolution();
      target.second = reader->Convolution();
      if (HasPooling(size, block)) {
        target.pooled = reader->Linear(false);
      }
    }
  }

  at::Tensor Forward(const at::Tensor& planes, const at::Tensor& globals) const override {
    return format_.winograd ? Winograd(planes, globals) : Direct(planes, globals);
  }

 private:
  struct Block {
    Layer first;
    Layer second;
    Layer pooled;
  };

  at::Tensor Direct(const at::Tensor& planes, const at::Tensor& globals) const;
  at::Tensor Winograd(const at::Tensor& planes, const at::Tensor& globals) const;

  const TowerFormat format_;
  const Layer stem_;
  Layer globals_;
  std::vector<Block> blocks_;
};

at::Tensor ResidualBody::Direct(const at::Tensor& planes, const at::Tensor& globals) const {
  const at::Tensor input = planes.to(format_.type, false, false, format_.layout);
  at::Tensor x = globals_.Exists()
                     ? BiasedRectified(Convolve(input, stem_), Linear(globals, globals_), {})
                     : ConvolveRectified(input, stem_);
  for (const Block& block : blocks_) {
    const auto [inner, outer] = Forked(x);
    const at::Tensor h = ConvolveRectified(inner, block.first);
    if (block.pooled.Exists()) {
      const auto [mapped, pooled] = Forked(h);
      x = BiasedRectified(Convolve(mapped, block.second), Linear(Pooled(pooled), block.pooled),
                          outer);
    } else {
      x = ConvolveRectified(h, block.second, outer);
    }
  }
  return x;
}

at::Tensor ResidualBody::Winograd(const at::Tensor& planes, const at::Tensor& globals) const {
  const Boards boards = {static_cast<size_t>(planes.size(0)), static_cast<size_t>(planes.size(2)),
                         static_cast<size_t>(planes.size(3))};
  const at::Tensor input = Spread(planes);
  at::Tensor x = EmptyActivations(planes, stem_.weight.size(0));
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
    return layer.Exists() ? Linear(from, layer).contiguous() : at::Tensor();
  };
  convolve(input, stem_, linear(globals, globals_), {}, x);
  for (const Block& block : blocks_) {
    convolve(x, block.first, {}, {}, h);
    const bool pools = block.pooled.Exists();
    convolve(h, block.second, linear(pools ? Pooled(h) : h, block.pooled), x, x);
  }
  return x;
}

[[maybe_unused]] const bool KVINTET_UNIQUE_NAME(kRegistered) =
    RegisterBody("residual", BodyEntryOf<ResidualBody>(/*winograd=*/true));

}  // namespace
}  // namespace kvintet::network
