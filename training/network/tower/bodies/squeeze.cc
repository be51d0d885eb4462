// SqueezeBody: residual blocks whose channels are scaled and shifted by what the whole board shows.
//
//   stem:   x = relu(conv3x3(planes) + W globals)
//   block:  y = conv3x3(relu(conv3x3(x)));  s, b = W relu(W pool(y))
//           x = relu(x + gate(s) * y + b),  gate(s) = min(max(s + 3, 0), 6) / 6
//
// After Hu, Shen, Sun: "Squeeze-and-excitation networks" (2018), with the shift of Leela Chess
// Zero. The gate is the hard sigmoid of Howard and others: "Searching for MobileNetV3" (2019),
// which is exactly rounded.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>

#include "training/network/tower/body.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/layers.h"

namespace kvintet::network {
namespace {

int64_t Squeezed(const NetworkSize& size, const PartOptions& options) {
  return std::max(1, size.channels / options.Int("ratio"));
}

// Has no Winograd form.
class SqueezeBody final : public Body {
 public:
  // Channels for each hidden unit of a block's squeeze.
  static std::vector<PartOption> Options() {
    return {{.name = "ratio", .default_value = 4, .min = 1, .max = 64, .whole = true}};
  }

  static void AddLayers(const NetworkShape& shape, const NetworkSize& size,
                        const PartOptions& options, LayoutBuilder* layout) {
    const int64_t channels = size.channels;
    const int64_t kernel = shape.Cells() == 1 ? 1 : 3;
    const int64_t squeezed = Squeezed(size, options);
    layout->Layer("stem", {channels, shape.planes, kernel, kernel}, 1);
    if (shape.globals > 0) {
      layout->Map("globals", channels, shape.globals, 1);
    }
    for (int block = 0; block < size.blocks; ++block) {
      const std::string name = absl::StrCat("blocks.", block);
      layout->Layer(name + ".first", {channels, channels, kernel, kernel},
                    1 / std::sqrt(static_cast<double>(size.blocks)));
      layout->Layer(name + ".second", {channels, channels, kernel, kernel}, kSmallGain);
      layout->Layer(name + ".squeeze", {squeezed, 2 * channels}, 1);
      layout->Layer(name + ".excite", {2 * channels, squeezed}, kSmallGain);
    }
  }

  SqueezeBody(const NetworkShape& shape, const NetworkSize& size, const PartOptions&,
              LayerReader* reader)
      : format_(reader->Format()), stem_(reader->Convolution()) {
    if (shape.globals > 0) {
      globals_ = reader->Linear(false);
    }
    for (int block = 0; block < size.blocks; ++block) {
      Block& target = blocks_.emplace_back();
      target.first = reader->Convolution();
      target.second = reader->Convolution();
      target.squeeze = reader->Linear();
      target.excite = reader->Linear();
    }
  }

  at::Tensor Forward(const at::Tensor& planes, const at::Tensor& globals) const override {
    const at::Tensor input = planes.to(format_.type, false, false, format_.layout);
    at::Tensor x = globals_.Exists()
                       ? BiasedRectified(Convolve(input, stem_), Linear(globals, globals_), {})
                       : ConvolveRectified(input, stem_);
    for (const Block& block : blocks_) {
      const at::Tensor y = Convolve(ConvolveRectified(x, block.first), block.second);
      const at::Tensor squeezed = Linear(Pooled(y), block.squeeze).relu_();
      const std::vector<at::Tensor> both = Linear(squeezed, block.excite).chunk(2, 1);
      const at::Tensor gate = at::hardsigmoid(both[0]).to(format_.type);
      x = BiasedRectified(y * gate.unsqueeze(2).unsqueeze(3), both[1].contiguous(), x);
    }
    return x;
  }

 private:
  struct Block {
    Layer first;
    Layer second;
    Layer squeeze;
    Layer excite;
  };

  const TowerFormat format_;
  const Layer stem_;
  Layer globals_;
  std::vector<Block> blocks_;
};

REGISTER_BODY("squeeze", SqueezeBody);

}  // namespace
}  // namespace kvintet::network
