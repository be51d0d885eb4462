// PlainBody: convolutions one after another, as in the policy network of Silver and others:
// "Mastering the game of Go with deep neural networks and tree search" (2016).
#include <string>
#include <vector>

#include "training/network/tower/body.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/layers.h"

namespace kvintet::network {
namespace {

// x = relu(conv(x)) for each block; the first has larger kernels.
class PlainBody final : public Body {
 public:
  static std::vector<PartOption> Options() {
    return {{.name = "first", .default_value = 5, .min = 1, .max = 9, .whole = true}};
  }

  static void AddLayers(const NetworkShape& shape, const NetworkSize& size,
                        const PartOptions& options, LayoutBuilder* layout) {
    // An even kernel would not keep the size of the board.
    const int64_t first = options.Int("first") / 2 * 2 + 1;
    layout->Layer("plain.0", {size.channels, shape.planes, first, first}, 1);
    for (int block = 1; block < size.blocks; ++block) {
      layout->Layer("plain." + std::to_string(block), {size.channels, size.channels, 3, 3}, 1);
    }
    if (shape.globals > 0) {
      layout->Map("globals", size.channels, shape.globals, 1);
    }
  }

  PlainBody(const NetworkShape& shape, const NetworkSize& size, const PartOptions&,
            LayerReader* reader)
      : format_(reader->Format()) {
    for (int block = 0; block < size.blocks; ++block) {
      layers_.push_back(reader->Convolution());
    }
    if (shape.globals > 0) {
      globals_ = reader->Linear(/*has_bias=*/false);
    }
  }

  at::Tensor Forward(const at::Tensor& planes, const at::Tensor& globals) const override {
    at::Tensor x = planes.to(format_.type, false, false, format_.layout);
    for (const Layer& layer : layers_) {
      x = Rectified(Convolve(x, layer));
    }
    return globals_.Exists() ? BiasedRectified(x, Linear(globals, globals_), {}) : x;
  }

 private:
  const TowerFormat format_;
  std::vector<Layer> layers_;
  Layer globals_;
};

REGISTER_BODY("plain", PlainBody);

}  // namespace
}  // namespace kvintet::network
