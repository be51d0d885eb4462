// Winograd: see the header. Written with the compiler's vectors of eight. Only this file is
// compiled with fused multiply-add (CMakeLists.txt).
#include "training/network/tower/kernels/winograd.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "base/check.h"

namespace kvintet::network {
namespace {

constexpr size_t kSide = 4;
constexpr size_t kHalo = kSide + 2;
constexpr size_t kPoints = kHalo * kHalo;
// Tiles that are transformed together: their transforms, and the weights of a point, fit in the
// second-level cache.
constexpr size_t kTiles = 24;
// Rows and vectors of a product that one step keeps in registers.
constexpr size_t kStepRows = 6;
constexpr size_t kStepVectors = 2;
constexpr size_t kGroup = WinogradLayer::kGroup;
// Keeps the 36 values of a channel from sharing one set of the first-level cache.
constexpr size_t kSkew = 16;

using Vector [[gnu::vector_size(kGroup * sizeof(float))]] = float;

inline Vector Load(const float* from) {
  Vector value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(const Vector& value, float* to) { std::memcpy(to, &value, sizeof(value)); }

// The paper's transforms of a line: of the input, of the result, of the weights.
inline void TransformInput(const Vector* line, size_t step, Vector* to, size_t to_step) {
  const Vector d0 = line[0], d1 = line[step], d2 = line[2 * step], d3 = line[3 * step],
               d4 = line[4 * step], d5 = line[5 * step];
  const Vector even = d4 - 4.0f * d2, odd = d3 - 4.0f * d1;
  const Vector far_even = d4 - d2, far_odd = 2.0f * (d3 - d1);
  to[0] = 4.0f * d0 - 5.0f * d2 + d4;
  to[to_step] = even + odd;
  to[2 * to_step] = even - odd;
  to[3 * to_step] = far_even + far_odd;
  to[4 * to_step] = far_even - far_odd;
  to[5 * to_step] = 4.0f * d1 - 5.0f * d3 + d5;
}

inline void TransformOutput(const Vector* line, size_t step, Vector* to, size_t to_step) {
  const Vector sum = line[step] + line[2 * step], difference = line[step] - line[2 * step];
  const Vector far_sum = line[3 * step] + line[4 * step];
  const Vector far_difference = line[3 * step] - line[4 * step];
  to[0] = line[0] + sum + far_sum;
  to[to_step] = difference + 2.0f * far_difference;
  to[2 * to_step] = sum + 4.0f * far_sum;
  to[3 * to_step] = difference + 8.0f * far_difference + line[5 * step];
}

constexpr std::array<std::array<double, 3>, kHalo> kWeightTransform = {
    {{1.0 / 4, 0, 0},
     {-1.0 / 6, -1.0 / 6, -1.0 / 6},
     {-1.0 / 6, 1.0 / 6, -1.0 / 6},
     {1.0 / 24, 1.0 / 12, 1.0 / 6},
     {1.0 / 24, -1.0 / 12, 1.0 / 6},
     {0, 0, 1}}};

// sums[kRows, kVectors * kGroup] = values[kRows, depth] * weights[depth, kVectors * kGroup].
template <size_t kRows, size_t kVectors>
void Multiply(const float* values, size_t value_stride, const float* weights, size_t depth,
              float* sums, size_t sum_stride) {
  Vector sum[kRows][kVectors] = {};
  for (size_t i = 0; i < depth; ++i) {
    Vector weight[kVectors];
#pragma GCC unroll 2
    for (size_t j = 0; j < kVectors; ++j) {
      weight[j] = Load(weights + (i * kVectors + j) * kGroup);
    }
#pragma GCC unroll 6
    for (size_t row = 0; row < kRows; ++row) {
#pragma GCC unroll 2
      for (size_t j = 0; j < kVectors; ++j) {
        sum[row][j] += values[row * value_stride + i] * weight[j];
      }
    }
  }
#pragma GCC unroll 6
  for (size_t row = 0; row < kRows; ++row) {
#pragma GCC unroll 2
    for (size_t j = 0; j < kVectors; ++j) {
      Store(sum[row][j], sums + row * sum_stride + j * kGroup);
    }
  }
}

// Rows or points of numbers, `stride` apart.
template <typename Number>
struct Spaced {
  Number* first;
  size_t stride;
};

// The same for any number of rows.
template <size_t kVectors>
void MultiplyRows(size_t rows, Spaced<const float> values, const float* weights, size_t depth,
                  Spaced<float> sums) {
  using Step = void (*)(const float*, size_t, const float*, size_t, float*, size_t);
  static constexpr std::array<Step, kStepRows + 1> kSteps = {nullptr,
                                                             &Multiply<1, kVectors>,
                                                             &Multiply<2, kVectors>,
                                                             &Multiply<3, kVectors>,
                                                             &Multiply<4, kVectors>,
                                                             &Multiply<5, kVectors>,
                                                             &Multiply<6, kVectors>};
  for (size_t row = 0; row < rows; row += kStepRows) {
    kSteps[std::min(kStepRows, rows - row)](values.first + row * values.stride, values.stride,
                                            weights, depth, sums.first + row * sums.stride,
                                            sums.stride);
  }
}

// The position of a tile.
struct Tile {
  size_t row;
  size_t top;
  size_t left;
};

Tile TileAt(const Boards& boards, size_t index) {
  const size_t across = (boards.width + kSide - 1) / kSide;
  const size_t a_board = across * ((boards.height + kSide - 1) / kSide);
  const size_t place = index % a_board;
  return {index / a_board, place / across * kSide, place % across * kSide};
}

// Computes transformed[point, channel] of one tile; `zeros` are `channels` zeros.
void TransformTile(const Boards& boards, const Tile& tile, const float* input, size_t channels,
                   const float* zeros, Spaced<float> transformed) {
  std::array<const float*, kPoints> cells;
  for (size_t y = 0; y < kHalo; ++y) {
    for (size_t x = 0; x < kHalo; ++x) {
      // Above the board the number wraps around, and so is outside too.
      const size_t line = tile.top + y - 1;
      const size_t column = tile.left + x - 1;
      cells[y * kHalo + x] =
          line < boards.height && column < boards.width
              ? input + ((tile.row * boards.height + line) * boards.width + column) * channels
              : zeros;
    }
  }
  for (size_t channel = 0; channel < channels; channel += kGroup) {
    Vector half[kPoints];
    for (size_t x = 0; x < kHalo; ++x) {
      Vector line[kHalo];
      for (size_t y = 0; y < kHalo; ++y) {
        line[y] = Load(cells[y * kHalo + x] + channel);
      }
      TransformInput(line, 1, half + x, kHalo);
    }
    for (size_t y = 0; y < kHalo; ++y) {
      Vector whole[kHalo];
      TransformInput(half + y * kHalo, 1, whole, 1);
      for (size_t x = 0; x < kHalo; ++x) {
        Store(whole[x], transformed.first + (y * kHalo + x) * transformed.stride + channel);
      }
    }
  }
}

// Transforms the lines of one tile back: half[kSide, kHalo], from products[point, channel].
inline void FinishLines(Spaced<const float> products, size_t channel, Vector* half) {
  for (size_t x = 0; x < kHalo; ++x) {
    Vector line[kHalo];
    for (size_t y = 0; y < kHalo; ++y) {
      line[y] = Load(products.first + (y * kHalo + x) * products.stride + channel);
    }
    TransformOutput(line, 1, half + x, kHalo);
  }
}

// Transforms back: the output of one tile, from products[point, channel].
void FinishTile(const Boards& boards, const Tile& tile, Spaced<const float> products,
                std::span<const float> bias, const WinogradTerms& terms, float* output) {
  const size_t channels = bias.size();
  const size_t height = std::min(kSide, boards.height - tile.top);
  const size_t width = std::min(kSide, boards.width - tile.left);
  const float* const row_bias =
      terms.row_bias == nullptr ? nullptr : terms.row_bias + tile.row * channels;
  const size_t first =
      ((tile.row * boards.height + tile.top) * boards.width + tile.left) * channels;
  for (size_t channel = 0; channel < channels; channel += kGroup) {
    Vector half[kSide * kHalo];
    FinishLines(products, channel, half);
    Vector added = Load(&bias[channel]);
    if (row_bias != nullptr) {
      added += Load(row_bias + channel);
    }
    for (size_t y = 0; y < height; ++y) {
      Vector whole[kSide];
      TransformOutput(half + y * kHalo, 1, whole, 1);
      const size_t place = first + y * boards.width * channels + channel;
      for (size_t x = 0; x < width; ++x) {
        const size_t at = place + x * channels;
        const Vector sum = whole[x] + added;
        const Vector value =
            terms.activations == nullptr ? sum : sum + Load(terms.activations + at);
        Store(value > 0.0f ? value : Vector{}, output + at);
      }
    }
  }
}

// The weight of a point, from the nine weights of a convolution.
float TransformedWeight(const float* cells, size_t point) {
  const auto& by_line = kWeightTransform[point / kHalo];
  const auto& by_column = kWeightTransform[point % kHalo];
  double sum = 0;
  for (size_t cell = 0; cell < 9; ++cell) {
    sum += by_line[cell / 3] * by_column[cell % 3] * static_cast<double>(cells[cell]);
  }
  return static_cast<float>(sum);
}

}  // namespace

WinogradLayer::WinogradLayer(std::span<const float> weight, std::span<const float> bias,
                             size_t inputs)
    : inputs_(inputs), outputs_(bias.size()), bias_(bias.begin(), bias.end()) {
  KVINTET_CHECK_EQ(outputs_ % kGroup, 0u);
  KVINTET_CHECK_EQ(weight.size(), outputs_ * inputs_ * 9);
  weights_.resize(kPoints * inputs_ * outputs_);
  for (size_t output = 0; output < outputs_; ++output) {
    // The last step may have one vector instead of two.
    const size_t begin = output / (kStepVectors * kGroup) * (kStepVectors * kGroup);
    const size_t width = std::min(kStepVectors * kGroup, outputs_ - begin);
    for (size_t in = 0; in < inputs_; ++in) {
      const float* const cells = weight.data() + (output * inputs_ + in) * 9;
      for (size_t point = 0; point < kPoints; ++point) {
        weights_[(point * outputs_ + begin) * inputs_ + in * width + output - begin] =
            TransformedWeight(cells, point);
      }
    }
  }
}

size_t WinogradLayer::ScratchSize() const {
  const size_t padded = Padded(inputs_);
  return padded + kPoints * (kTiles * (padded + outputs_) + 2 * kSkew);
}

void WinogradLayer::Products(size_t tiles, const float* transformed, float* products) const {
  const size_t padded = Padded(inputs_);
  for (size_t point = 0; point < kPoints; ++point) {
    const Spaced<const float> values = {transformed + point * (kTiles * padded + kSkew), padded};
    float* const sums = products + point * (kTiles * outputs_ + kSkew);
    for (size_t output = 0; output < outputs_; output += kStepVectors * kGroup) {
      const float* const weights = &weights_[(point * outputs_ + output) * inputs_];
      if (outputs_ - output == kGroup) {
        MultiplyRows<1>(tiles, values, weights, inputs_, {sums + output, outputs_});
      } else {
        MultiplyRows<kStepVectors>(tiles, values, weights, inputs_, {sums + output, outputs_});
      }
    }
  }
}

void WinogradLayer::Apply(const Boards& boards, const float* input, const WinogradTerms& terms,
                          float* output, float* scratch) const {
  const size_t padded = Padded(inputs_);
  float* const zeros = scratch;
  float* const transformed = zeros + padded;
  float* const products = transformed + kPoints * (kTiles * padded + kSkew);
  std::fill_n(zeros, padded, 0.0f);
  const size_t all =
      boards.rows * ((boards.height + kSide - 1) / kSide) * ((boards.width + kSide - 1) / kSide);
  for (size_t first = 0; first < all; first += kTiles) {
    const size_t tiles = std::min(kTiles, all - first);
    for (size_t i = 0; i < tiles; ++i) {
      TransformTile(boards, TileAt(boards, first + i), input, padded, zeros,
                    {transformed + i * padded, kTiles * padded + kSkew});
    }
    Products(tiles, transformed, products);
    for (size_t i = 0; i < tiles; ++i) {
      FinishTile(boards, TileAt(boards, first + i),
                 {products + i * outputs_, kTiles * outputs_ + kSkew}, bias_, terms, output);
    }
  }
}

}  // namespace kvintet::network
