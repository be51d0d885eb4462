// Winograd: 3 x 3 convolutions with a quarter of the multiplications, on the CPU, in fp32, without
// derivatives.
//
// F(4x4, 3x3) of "Fast Algorithms for Convolutional Neural Networks" (Lavin and Gray, 2016). The
// board is cut into tiles of 4 x 4 cells. Each tile with its border, 6 x 6 cells, is transformed
// into 36 values per channel. For each of the 36 a matrix product over the channels follows, and
// the result is transformed back. This takes 36 products where the direct sum takes 144.
//
// The matrix products are implemented here. They read the weights as laid out when loaded, so
// nothing is copied for these small matrices. Each sum has a fixed order, so a tile's result does
// not depend on the tiles beside it; the library does not guarantee that.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kvintet::network {

// A batch of boards. Activations are [rows, height, width, channels], fp32.
struct Boards {
  size_t rows;
  size_t height;
  size_t width;

  size_t Cells() const { return height * width; }
};

// Terms added before the rectifier, in addition to the layer's bias; null: none.
struct WinogradTerms {
  // [rows, outputs].
  const float* row_bias = nullptr;
  // [rows, height, width, outputs].
  const float* activations = nullptr;
};

// One layer: a convolution with a zero border, its bias, and the rectifier. Immutable.
class WinogradLayer {
 public:
  // Channels are computed in groups of this size.
  static constexpr size_t kGroup = 8;
  // Channels of an input, rounded up to whole groups.
  static constexpr size_t Padded(size_t channels) {
    return (channels + kGroup - 1) / kGroup * kGroup;
  }

  // weight [outputs, inputs, 3, 3], bias [outputs]. REQUIRES: outputs is a multiple of kGroup.
  WinogradLayer(std::span<const float> weight, std::span<const float> bias, size_t inputs);

  // output = max(conv(input) + bias + terms, 0). input is [rows, height, width, Padded(inputs)];
  // its channels beyond `inputs` must be finite and are ignored. output is [rows, height, width,
  // outputs] and may be terms.activations itself. `scratch` holds ScratchSize() values.
  void Apply(const Boards& boards, const float* input, const WinogradTerms& terms, float* output,
             float* scratch) const;

  size_t ScratchSize() const;

 private:
  void Products(size_t tiles, const float* transformed, float* products) const;

  size_t inputs_;
  size_t outputs_;
  // For each of the 36 points: [inputs, group], by groups of channels that one step of the product
  // takes.
  std::vector<float> weights_;
  std::vector<float> bias_;
};

}  // namespace kvintet::network
