// TowerLoops: the tower's operations between convolutions, and their derivatives, on the CPU.
//
// LibTorch 1.13 takes 110-165 us for each element-wise operation on a [32, 64, 15, 15] batch in
// bfloat16, against 460 us for a convolution with AMX. And in a product of small matrices, OpenBLAS
// may give a row different bytes at another place in the batch. Here a row's results depend on that
// row only. Activations are [rows, cells, channels] (channels last), as bit patterns of bfloat16
// or, for winograd.h, as fp32.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kvintet::network {

using Bfloat16Bits = uint16_t;

// A batch of activations, channels last.
template <typename Value>
struct ActivationsOf {
  Value* values;
  size_t rows;
  size_t cells;
  size_t channels;
};
using Activations = ActivationsOf<Bfloat16Bits>;

// values = max(values, 0).
void Rectify(const Activations& values);

// values = max(values + other, 0).
void AddRectify(const Activations& values, const Bfloat16Bits* other);

// values = max(values + other + bias, 0); `other` may be null and is then left out; bias [rows,
// channels].
void AddBiasRectify(const Activations& values, const Bfloat16Bits* other, const float* bias);

// pooled [rows, 2 * channels]: the mean of each channel over the cells, then its maximum.
void Pool(const Activations& values, float* pooled);
void Pool(const ActivationsOf<const float>& values, float* pooled);

// The same; places [rows, channels] are the first cells with the maxima.
void Pool(const Activations& values, float* pooled, int32_t* places);

// Derivatives. A gradient has the layout of the values that it belongs to.

// target = gradient where a rectified result is positive, otherwise 0.
void RectifyGradient(const Bfloat16Bits* result, const Bfloat16Bits* gradient,
                     const Activations& target);

// target = one + other.
void Add(const Bfloat16Bits* one, const Bfloat16Bits* other, const Activations& target);

// sums [rows, channels]: the sum of each channel over the cells.
void SumCells(const Activations& gradient, float* sums);

// The gradient of what was pooled, from that of `pooled`.
void PoolGradient(const float* pooled, const int32_t* places, const Activations& target);

// Converts planes, [rows, planes, cells], to activations, [rows, cells, channels]. Channels beyond
// the planes are 0.
void SpreadPlanes(const uint8_t* planes, size_t count, const ActivationsOf<float>& target);

// x * weights + bias: weights [inputs, outputs]; bias [outputs] or null.
struct LinearMap {
  const float* weights;
  const float* bias;
  size_t inputs;
  size_t outputs;
};

// output [rows, outputs] from input [rows, inputs].
void ApplyLinear(const LinearMap& map, const float* input, size_t rows, float* output);

}  // namespace kvintet::network
