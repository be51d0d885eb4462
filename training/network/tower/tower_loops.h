// TowerLoops: the tower's steps between convolutions, on the CPU, without derivatives.
//
// LibTorch 1.13 takes 110-165 us for each of the element-wise ones on a [32, 64, 15, 15] batch in
// bfloat16, against 460 us for a convolution with AMX; and OpenBLAS gives a row of a small matrix
// product other bytes at another place in the batch. Here a row's results depend on that row only.
// Activations are bit patterns of bfloat16, or fp32 for winograd.h, [rows, cells, channels]
// (channels last).
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

// values = max(values + other + bias, 0), with `other` absent if null; bias [rows, channels].
void AddBiasRectify(const Activations& values, const Bfloat16Bits* other, const float* bias);

// pooled [rows, 2 * channels]: the mean of each channel over the cells, then its maximum.
void Pool(const Activations& values, float* pooled);
void Pool(const ActivationsOf<const float>& values, float* pooled);

// Planes, [rows, planes, cells], as activations, [rows, cells, channels]; channels beyond the
// planes are 0.
void SpreadPlanes(const uint8_t* planes, size_t count, const ActivationsOf<float>& target);

// x * weights + bias: weights [inputs, outputs], bias [outputs] or null.
struct LinearMap {
  const float* weights;
  const float* bias;
  size_t inputs;
  size_t outputs;
};

// output [rows, outputs] from input [rows, inputs].
void ApplyLinear(const LinearMap& map, const float* input, size_t rows, float* output);

}  // namespace kvintet::network
