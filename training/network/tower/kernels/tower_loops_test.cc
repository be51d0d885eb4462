// The loops against the same sums computed one by one.
#include "training/network/tower/kernels/tower_loops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::network {
namespace {

constexpr size_t kRows = 3;
constexpr size_t kCells = 7;
constexpr size_t kChannels = 24;

float ToFloat(Bfloat16Bits bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

// Rounds to the nearer neighbour, or to the even one if both are equally near.
Bfloat16Bits ToBits(float value) {
  const auto below = static_cast<Bfloat16Bits>(std::bit_cast<uint32_t>(value) >> 16);
  const auto above = static_cast<Bfloat16Bits>(below + 1);
  const float down = std::abs(value - ToFloat(below));
  const float up = std::abs(ToFloat(above) - value);
  if (down != up) {
    return down < up ? below : above;
  }
  return below % 2 == 0 ? below : above;
}

struct Values {
  std::vector<Bfloat16Bits> bits = std::vector<Bfloat16Bits>(kRows * kCells * kChannels);

  explicit Values(uint64_t seed) {
    RandomStream random(seed, 0, 0, Purpose::kTest);
    for (Bfloat16Bits& bit : bits) {
      bit = ToBits(static_cast<float>(random.Normal()));
    }
  }
  Activations View() { return {bits.data(), kRows, kCells, kChannels}; }
};

std::vector<float> RandomBias() {
  RandomStream random(9, 0, 0, Purpose::kTest);
  std::vector<float> bias(kRows * kChannels);
  std::ranges::generate(bias, [&] { return static_cast<float>(random.Normal()); });
  return bias;
}

TEST(TowerLoopsTest, RectifyKeepsPositiveValuesOnly) {
  Values values(1);
  const Values before = values;
  Rectify(values.View());
  for (size_t i = 0; i < values.bits.size(); ++i) {
    EXPECT_EQ(ToFloat(values.bits[i]), std::max(ToFloat(before.bits[i]), 0.0f));
  }
}

TEST(TowerLoopsTest, AddRectifyRoundsTheSum) {
  Values values(1);
  const Values before = values;
  const Values other(2);
  AddRectify(values.View(), other.bits.data());
  for (size_t i = 0; i < values.bits.size(); ++i) {
    const float sum = ToFloat(before.bits[i]) + ToFloat(other.bits[i]);
    EXPECT_EQ(values.bits[i], ToBits(std::max(sum, 0.0f)));
  }
}

TEST(TowerLoopsTest, AddBiasRectifyTakesEachRowsOwnBias) {
  for (const bool with_other : {false, true}) {
    Values values(1);
    const Values before = values;
    const Values other(2);
    const std::vector<float> bias = RandomBias();
    AddBiasRectify(values.View(), with_other ? other.bits.data() : nullptr, bias.data());
    for (size_t i = 0; i < values.bits.size(); ++i) {
      const float added = with_other ? ToFloat(other.bits[i]) : 0.0f;
      const float row_bias = bias[i / (kCells * kChannels) * kChannels + i % kChannels];
      const float sum = ToFloat(before.bits[i]) + added + row_bias;
      EXPECT_EQ(values.bits[i], ToBits(std::max(sum, 0.0f)));
    }
  }
}

TEST(TowerLoopsTest, PoolGivesMeansThenMaxima) {
  Values values(1);
  std::vector<float> pooled(kRows * 2 * kChannels);
  Pool(values.View(), pooled.data());
  for (size_t row = 0; row < kRows; ++row) {
    for (size_t channel = 0; channel < kChannels; ++channel) {
      float sum = 0;
      float largest = -100;
      for (size_t cell = 0; cell < kCells; ++cell) {
        const float value = ToFloat(values.bits[(row * kCells + cell) * kChannels + channel]);
        sum += value;
        largest = std::max(largest, value);
      }
      EXPECT_NEAR(pooled[row * 2 * kChannels + channel], sum / kCells, 1e-6);
      EXPECT_EQ(pooled[row * 2 * kChannels + kChannels + channel], largest);
    }
  }
}

TEST(TowerLoopsTest, PoolFindsTheFirstCellsWithTheMaxima) {
  Values values(1);
  // Two cells share the largest value of channel 5 in row 1.
  const auto at = [&](size_t row, size_t cell, size_t channel) -> Bfloat16Bits& {
    return values.bits[(row * kCells + cell) * kChannels + channel];
  };
  at(1, 2, 5) = at(1, 4, 5) = ToBits(50);
  std::vector<float> pooled(kRows * 2 * kChannels);
  std::vector<int32_t> places(kRows * kChannels);
  Pool(values.View(), pooled.data(), places.data());
  EXPECT_EQ(places[1 * kChannels + 5], 2);
  for (size_t row = 0; row < kRows; ++row) {
    for (size_t channel = 0; channel < kChannels; ++channel) {
      const auto place = static_cast<size_t>(places[row * kChannels + channel]);
      EXPECT_EQ(ToFloat(at(row, place, channel)), pooled[(row * 2 + 1) * kChannels + channel]);
    }
  }
}

TEST(TowerLoopsTest, RectifyGradientPassesWhereTheResultIsPositive) {
  Values result(1);
  Rectify(result.View());
  const Values gradient(2);
  Values target(3);
  RectifyGradient(result.bits.data(), gradient.bits.data(), target.View());
  for (size_t i = 0; i < target.bits.size(); ++i) {
    EXPECT_EQ(target.bits[i], ToFloat(result.bits[i]) > 0 ? gradient.bits[i] : 0);
  }
}

TEST(TowerLoopsTest, AddRoundsTheSum) {
  const Values one(1);
  const Values other(2);
  Values sum(3);
  Add(one.bits.data(), other.bits.data(), sum.View());
  for (size_t i = 0; i < sum.bits.size(); ++i) {
    EXPECT_EQ(sum.bits[i], ToBits(ToFloat(one.bits[i]) + ToFloat(other.bits[i])));
  }
}

TEST(TowerLoopsTest, SumCellsAddsTheCellsOfEachRow) {
  Values values(1);
  std::vector<float> sums(kRows * kChannels);
  SumCells(values.View(), sums.data());
  std::vector<float> pooled(kRows * 2 * kChannels);
  Pool(values.View(), pooled.data());
  for (size_t i = 0; i < sums.size(); ++i) {
    const float mean = pooled[i / kChannels * 2 * kChannels + i % kChannels];
    EXPECT_NEAR(sums[i], mean * kCells, 1e-5);
  }
}

TEST(TowerLoopsTest, PoolGradientSharesMeansAndPlacesMaxima) {
  std::vector<float> pooled(kRows * 2 * kChannels);
  std::vector<int32_t> places(kRows * kChannels);
  for (size_t i = 0; i < places.size(); ++i) {
    const size_t first = i / kChannels * 2 * kChannels + i % kChannels;
    pooled[first] = 7 * static_cast<float>(i % 5);
    pooled[first + kChannels] = 100;
    places[i] = static_cast<int32_t>(i % kCells);
  }
  Values target(3);
  PoolGradient(pooled.data(), places.data(), target.View());
  for (size_t i = 0; i < target.bits.size(); ++i) {
    const size_t channel = i / (kCells * kChannels) * kChannels + i % kChannels;
    const bool holds = i / kChannels % kCells == channel % kCells;
    const float mean = static_cast<float>(channel % 5);
    EXPECT_EQ(target.bits[i], ToBits(mean + (holds ? 100.0f : 0.0f)));
  }
}

TEST(TowerLoopsTest, PoolTakesFloatsToo) {
  const std::vector<float> values = {1, -1, 2, -3, 6, -2};
  std::vector<float> pooled(4);
  Pool(ActivationsOf<const float>{values.data(), 1, 3, 2}, pooled.data());
  EXPECT_EQ(pooled, (std::vector<float>{3, -2, 6, -1}));
}

TEST(TowerLoopsTest, SpreadPlanesFillsChannelsByCell) {
  const std::vector<uint8_t> planes = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<float> cells(12, -1);
  SpreadPlanes(planes.data(), 2, {cells.data(), 2, 2, 3});
  EXPECT_EQ(cells, (std::vector<float>{1, 3, 0, 2, 4, 0, 5, 7, 0, 6, 8, 0}));
}

TEST(TowerLoopsTest, ApplyLinearMultipliesRowByMatrix) {
  const std::vector<float> weights = {1, 2, 3, 10, 20, 30};
  const std::vector<float> bias = {100, 200, 300};
  const std::vector<float> input = {1, 1, 2, -1};
  std::vector<float> output(6);
  ApplyLinear({weights.data(), bias.data(), 2, 3}, input.data(), 2, output.data());
  EXPECT_EQ(output, (std::vector<float>{111, 222, 333, 92, 184, 276}));
  ApplyLinear({weights.data(), nullptr, 2, 3}, input.data(), 2, output.data());
  EXPECT_EQ(output, (std::vector<float>{11, 22, 33, -8, -16, -24}));
}

}  // namespace
}  // namespace kvintet::network
