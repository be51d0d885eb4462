// Loops written so that the compiler vectorises them.
#include "training/network/tower/kernels/tower_loops.h"

#include <algorithm>
#include <bit>

namespace kvintet::network {
namespace {

inline float Widen(float value) { return value; }

inline float Widen(Bfloat16Bits bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

// Rounds to nearest, ties to even. Finite values only: a NaN may become an infinity.
inline Bfloat16Bits Narrow(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return static_cast<Bfloat16Bits>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

inline float Positive(float value) { return value > 0 ? value : 0; }

template <typename Value>
void PoolValues(const ActivationsOf<Value>& values, float* pooled) {
  const float share = 1.0f / static_cast<float>(values.cells);
  for (size_t row = 0; row < values.rows; ++row) {
    float* __restrict const sum = pooled + row * 2 * values.channels;
    float* __restrict const largest = sum + values.channels;
    const Value* const first = values.values + row * values.cells * values.channels;
    for (size_t c = 0; c < values.channels; ++c) {
      sum[c] = largest[c] = Widen(first[c]);
    }
    for (size_t cell = 1; cell < values.cells; ++cell) {
      const Value* __restrict const source = first + cell * values.channels;
      for (size_t c = 0; c < values.channels; ++c) {
        const float value = Widen(source[c]);
        sum[c] += value;
        largest[c] = largest[c] > value ? largest[c] : value;
      }
    }
    for (size_t c = 0; c < values.channels; ++c) {
      sum[c] *= share;
    }
  }
}

// The channels of one cell of AddBiasRectify, without and with other activations.
inline void AddBiasRectifyCell(Bfloat16Bits* __restrict target, const float* __restrict bias,
                               size_t channels) {
  for (size_t c = 0; c < channels; ++c) {
    target[c] = Narrow(Positive(Widen(target[c]) + bias[c]));
  }
}

inline void AddBiasRectifyCell(Bfloat16Bits* __restrict target,
                               const Bfloat16Bits* __restrict source, const float* __restrict bias,
                               size_t channels) {
  for (size_t c = 0; c < channels; ++c) {
    target[c] = Narrow(Positive(Widen(target[c]) + Widen(source[c]) + bias[c]));
  }
}

}  // namespace

void Rectify(const Activations& values) {
  const size_t count = values.rows * values.cells * values.channels;
  // The sign bit of a bfloat16 is also that of the two's complement integer with the same bits.
  int16_t* const numbers = reinterpret_cast<int16_t*>(values.values);
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = std::max<int16_t>(numbers[i], 0);
  }
}

void AddRectify(const Activations& values, const Bfloat16Bits* __restrict other) {
  const size_t count = values.rows * values.cells * values.channels;
  Bfloat16Bits* __restrict const target = values.values;
  for (size_t i = 0; i < count; ++i) {
    target[i] = Narrow(Positive(Widen(target[i]) + Widen(other[i])));
  }
}

void AddBiasRectify(const Activations& values, const Bfloat16Bits* other, const float* bias) {
  for (size_t row = 0; row < values.rows; ++row) {
    const float* const row_bias = bias + row * values.channels;
    for (size_t cell = 0; cell < values.cells; ++cell) {
      const size_t offset = (row * values.cells + cell) * values.channels;
      Bfloat16Bits* const target = values.values + offset;
      if (other == nullptr) {
        AddBiasRectifyCell(target, row_bias, values.channels);
      } else {
        AddBiasRectifyCell(target, other + offset, row_bias, values.channels);
      }
    }
  }
}

void Pool(const Activations& values, float* pooled) { PoolValues(values, pooled); }

void Pool(const ActivationsOf<const float>& values, float* pooled) { PoolValues(values, pooled); }

void Pool(const Activations& values, float* pooled, int32_t* places) {
  PoolValues(values, pooled);
  for (size_t row = 0; row < values.rows; ++row) {
    const float* __restrict const largest = pooled + (2 * row + 1) * values.channels;
    int32_t* __restrict const place = places + row * values.channels;
    // From the last cell to the first, so that the first with the maximum stays.
    for (size_t cell = values.cells; cell-- > 0;) {
      const Bfloat16Bits* __restrict const source =
          values.values + (row * values.cells + cell) * values.channels;
      for (size_t c = 0; c < values.channels; ++c) {
        place[c] = Widen(source[c]) == largest[c] ? static_cast<int32_t>(cell) : place[c];
      }
    }
  }
}

void RectifyGradient(const Bfloat16Bits* __restrict result, const Bfloat16Bits* __restrict gradient,
                     const Activations& target) {
  const size_t count = target.rows * target.cells * target.channels;
  Bfloat16Bits* __restrict const values = target.values;
  for (size_t i = 0; i < count; ++i) {
    // A rectified result is positive or +0. The compiler vectorises masks, but not a conditional
    // read.
    const auto mask = static_cast<Bfloat16Bits>(result[i] == 0 ? 0 : 0xffff);
    values[i] = gradient[i] & mask;
  }
}

void Add(const Bfloat16Bits* __restrict one, const Bfloat16Bits* __restrict other,
         const Activations& target) {
  const size_t count = target.rows * target.cells * target.channels;
  Bfloat16Bits* __restrict const values = target.values;
  for (size_t i = 0; i < count; ++i) {
    values[i] = Narrow(Widen(one[i]) + Widen(other[i]));
  }
}

void SumCells(const Activations& gradient, float* sums) {
  for (size_t row = 0; row < gradient.rows; ++row) {
    float* __restrict const sum = sums + row * gradient.channels;
    std::fill_n(sum, gradient.channels, 0.0f);
    for (size_t cell = 0; cell < gradient.cells; ++cell) {
      const Bfloat16Bits* __restrict const source =
          gradient.values + (row * gradient.cells + cell) * gradient.channels;
      for (size_t c = 0; c < gradient.channels; ++c) {
        sum[c] += Widen(source[c]);
      }
    }
  }
}

void PoolGradient(const float* pooled, const int32_t* places, const Activations& target) {
  const float share = 1.0f / static_cast<float>(target.cells);
  for (size_t row = 0; row < target.rows; ++row) {
    const float* __restrict const mean = pooled + row * 2 * target.channels;
    const float* __restrict const largest = mean + target.channels;
    const int32_t* __restrict const place = places + row * target.channels;
    for (size_t cell = 0; cell < target.cells; ++cell) {
      Bfloat16Bits* __restrict const values =
          target.values + (row * target.cells + cell) * target.channels;
      for (size_t c = 0; c < target.channels; ++c) {
        const float most = place[c] == static_cast<int32_t>(cell) ? largest[c] : 0;
        values[c] = Narrow(share * mean[c] + most);
      }
    }
  }
}

void SpreadPlanes(const uint8_t* planes, size_t count, const ActivationsOf<float>& target) {
  for (size_t row = 0; row < target.rows; ++row) {
    const uint8_t* const first = planes + row * count * target.cells;
    float* const cells = target.values + row * target.cells * target.channels;
    for (size_t cell = 0; cell < target.cells; ++cell) {
      float* const values = cells + cell * target.channels;
      for (size_t plane = 0; plane < count; ++plane) {
        values[plane] = first[plane * target.cells + cell];
      }
      std::fill(values + count, values + target.channels, 0.0f);
    }
  }
}

void ApplyLinear(const LinearMap& map, const float* input, size_t rows, float* output) {
  for (size_t row = 0; row < rows; ++row) {
    float* __restrict const target = output + row * map.outputs;
    if (map.bias == nullptr) {
      std::fill_n(target, map.outputs, 0.0f);
    } else {
      std::copy_n(map.bias, map.outputs, target);
    }
    for (size_t i = 0; i < map.inputs; ++i) {
      const float value = input[row * map.inputs + i];
      const float* __restrict const weights = map.weights + i * map.outputs;
      for (size_t j = 0; j < map.outputs; ++j) {
        target[j] += value * weights[j];
      }
    }
  }
}

}  // namespace kvintet::network
