// Winograd: convolutions of 3 x 3 cells with a quarter of the products, on the CPU, in fp32,
// without derivatives.
//
// F(4x4, 3x3) of "Fast Algorithms for Convolutional Neural Networks" (Lavin and Gray, 2016): the
// board is cut into tiles of 4 x 4 cells. Each tile with its border, 6 x 6 cells, is transformed
// into 36 values a channel, a matrix product over the channels follows for each of the 36, and what
// comes out is transformed back. So 36 products stand where the sum as written has 144.
//
// The matrix products are own ones: they read the weights as they were laid out at load, with
// nothing to copy for so small matrices, and each sum has one order, so that a tile's result does
// not depend on the tiles beside it, which the library does not promise.
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

// What is added before the rectifier, beside the layer's bias; null: nothing.
struct WinogradTerms {
  // [rows, outputs].
  const float* row_bias = nullptr;
  // [rows, height, width, outputs].
  const float* activations = nullptr;
};

// One layer: a convolution with a zero border, its bias, and the rectifier. Immutable.
class WinogradLayer {
 public:
  // Channels are computed by groups of so many.
  static constexpr size_t kGroup = 8;
  // Channels of an input, with those that fill its last group.
  static constexpr size_t Padded(size_t channels) {
    return (channels + kGroup - 1) / kGroup * kGroup;
  }

  // weight [outputs, inputs, 3, 3], bias [outputs]. REQUIRES: outputs is a multiple of kGroup.
  WinogradLayer(std::span<const float> weight, std::span<const float> bias, size_t inputs);

  // output = max(conv(input) + bias + terms, 0): input [rows, height, width, Padded(inputs)], of
  // which the channels beyond `inputs` are finite and count nothing; output [rows, height, width,
  // outputs], which may be terms.activations itself. `scratch` holds ScratchSize() values.
  void Apply(const Boards& boards, const float* input, const WinogradTerms& terms, float* output,
             float* scratch) const;

  size_t ScratchSize() const;

 private:
  void Products(size_t tiles, const float* transformed, float* products) const;

  size_t inputs_;
  size_t outputs_;
  // For each of the 36: by groups of channels that a step of the product takes, [inputs, group].
  std::vector<float> weights_;
  std::vector<float> bias_;
};

}  // namespace kvintet::network
