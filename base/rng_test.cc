// Tests of the random streams: published answers, reproducibility, the shape of each distribution.
#include "base/rng.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

using Block = std::array<uint32_t, 4>;

RandomStream TestStream(uint64_t seed) { return RandomStream(seed, 0, 0, Purpose::kTest); }

// Mean and variance of many draws.
template <typename Draw>
std::pair<double, double> Moments(int n, Draw draw) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = draw();
    sum += x;
    squares += x * x;
  }
  const double mean = sum / n;
  return {mean, squares / n - mean * mean};
}

// The three vectors of Random123's known-answer file for philox4x32-10.
TEST(PhiloxTest, GivesThePublishedAnswers) {
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(Philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStreamTest, DrawsAreTheWordsOfKeyedBlocks) {
  RandomStream random({.seed = 0x0123456789abcdef, .row = 5, .episode = 6, .purpose = 3});
  for (uint32_t block = 0; block < 3; ++block) {
    const Block expected = Philox({block, 3, 5, 6}, {0x89abcdef, 0x01234567});
    for (const uint32_t word : expected) {
      EXPECT_EQ(random.Next32(), word);
    }
  }
}

TEST(RandomStreamTest, LongWordsAreTwoDrawsWhereverTheyStart) {
  for (uint32_t start = 0; start < 6; ++start) {
    RandomStream longs = TestStream(22);
    RandomStream words = TestStream(22);
    longs.SetDraw(start);
    words.SetDraw(start);
    for (int i = 0; i < 5; ++i) {
      const uint64_t low = words.Next32();
      EXPECT_EQ(longs.Next64(), low | uint64_t{words.Next32()} << 32);
    }
    EXPECT_EQ(longs.Draw(), words.Draw());
  }
}

TEST(RandomStreamTest, EveryPartOfTheKeyMatters) {
  const RandomKey key{.seed = 1, .row = 2, .episode = 3, .purpose = 4};
  std::vector<RandomKey> keys(6, key);
  keys[1].seed = 2;
  keys[2].seed = uint64_t{1} << 32 | 1;
  keys[3].row = 3;
  keys[4].episode = 4;
  keys[5].purpose = 5;
  std::map<uint64_t, int> firsts;
  for (const RandomKey& each : keys) {
    ++firsts[RandomStream(each).Next64()];
  }
  EXPECT_EQ(firsts.size(), keys.size());
}

TEST(RandomStreamTest, ContinuesFromAStoredDraw) {
  for (uint32_t stop = 0; stop < 9; ++stop) {
    RandomStream original = TestStream(9);
    for (uint32_t i = 0; i < stop; ++i) {
      original.Next32();
    }
    RandomStream restored(original.Key());
    restored.SetDraw(original.Draw());
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(restored.Next32(), original.Next32()) << "stopped at " << stop;
    }
    EXPECT_EQ(restored.Draw(), original.Draw());
  }
}

TEST(RandomStreamTest, BelowIsUniform) {
  RandomStream random = TestStream(10);
  std::array<double, 7> counts = {};
  for (int i = 0; i < 70000; ++i) {
    counts[random.Below(7)] += 1;
  }
  for (const double count : counts) {
    EXPECT_NEAR(count, 10000, 500);
  }
}

// With n = 3 * 2^30, a biased method takes a third of the values twice as often as the others.
TEST(RandomStreamTest, BelowHasNoBiasForLargeRanges) {
  RandomStream random = TestStream(11);
  constexpr uint32_t kRange = 3u << 30;
  std::array<double, 3> residues = {};
  for (int i = 0; i < 90000; ++i) {
    residues[random.Below(kRange) % 3] += 1;
  }
  for (const double count : residues) {
    EXPECT_NEAR(count, 30000, 900);
  }
}

TEST(RandomStreamTest, BelowOneIsZero) {
  RandomStream random = TestStream(12);
  EXPECT_EQ(random.Below(1), 0u);
}

TEST(RandomStreamTest, UniformFillsTheUnitInterval) {
  RandomStream random = TestStream(13);
  double smallest = 1;
  double largest = 0;
  const auto [mean, variance] = Moments(200000, [&] {
    const double x = random.Uniform();
    smallest = std::min(smallest, x);
    largest = std::max(largest, x);
    return x;
  });
  EXPECT_NEAR(mean, 0.5, 0.003);
  EXPECT_NEAR(variance, 1.0 / 12, 0.001);
  EXPECT_GE(smallest, 0);
  EXPECT_LT(smallest, 1e-4);
  EXPECT_LT(largest, 1);
  EXPECT_GT(largest, 1 - 1e-4);
}

TEST(RandomStreamTest, NormalHasMeanZeroAndVarianceOne) {
  RandomStream random = TestStream(14);
  const auto [mean, variance] = Moments(100000, [&] { return random.Normal(); });
  EXPECT_NEAR(mean, 0, 0.016);
  EXPECT_NEAR(variance, 1, 0.023);
}

TEST(RandomStreamTest, GumbelHasItsMeanAndVariance) {
  RandomStream random = TestStream(15);
  const auto [mean, variance] = Moments(100000, [&] { return random.Gumbel(); });
  EXPECT_NEAR(mean, 0.5772156649, 0.021);
  EXPECT_NEAR(variance, 1.6449340668, 0.06);
}

TEST(RandomStreamTest, LargestOfGumbelsSamplesTheSoftmax) {
  RandomStream random = TestStream(16);
  const std::array<double, 3> logits = {0, std::log(2.0), std::log(5.0)};
  std::array<double, 3> counts = {};
  for (int i = 0; i < 80000; ++i) {
    std::array<double, 3> perturbed = {};
    std::ranges::transform(logits, perturbed.begin(),
                           [&](double logit) { return logit + random.Gumbel(); });
    counts[static_cast<size_t>(std::ranges::max_element(perturbed) - perturbed.begin())] += 1;
  }
  EXPECT_NEAR(counts[0], 10000, 500);
  EXPECT_NEAR(counts[1], 20000, 650);
  EXPECT_NEAR(counts[2], 50000, 700);
}

TEST(RandomStreamTest, GammaHasMeanAndVarianceOfItsShape) {
  RandomStream random = TestStream(17);
  for (const double shape : {0.03, 0.3, 1.0, 2.5, 40.0}) {
    const auto [mean, variance] = Moments(50000, [&] { return random.Gamma(shape); });
    EXPECT_NEAR(mean, shape, 5 * std::sqrt(shape / 50000));
    EXPECT_NEAR(variance, shape, 0.1 * shape + 0.006) << shape;
  }
}

TEST(RandomStreamTest, ExponentialHasMeanAndVarianceOne) {
  RandomStream random = TestStream(18);
  const auto [mean, variance] = Moments(200000, [&] { return random.Exponential(); });
  EXPECT_NEAR(mean, 1, 0.012);
  EXPECT_NEAR(variance, 1, 0.04);
}

TEST(RandomStreamTest, ShuffleMakesEveryOrderEquallyOften) {
  RandomStream random = TestStream(19);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 24000; ++i) {
    std::vector<int> items(4);
    std::iota(items.begin(), items.end(), 0);
    random.Shuffle(std::span(items));
    ++counts[items];
  }
  EXPECT_EQ(counts.size(), 24u);
  for (const auto& [order, count] : counts) {
    EXPECT_NEAR(count, 1000, 160);
  }
}

TEST(RandomStreamTest, ShuffleTakesEmptySpans) {
  RandomStream random = TestStream(20);
  random.Shuffle(std::span<int>());
  EXPECT_EQ(random.Draw(), 0u);
}

// Repeatable runs depend on these bits. They must never change.
TEST(RandomStreamTest, BitsAreTheSameInEveryBuild) {
  RandomStream random = TestStream(21);
  uint64_t bits = 0;
  const auto fold = [&bits](double x) { bits = std::rotl(bits, 7) ^ std::bit_cast<uint64_t>(x); };
  for (int i = 0; i < 1000; ++i) {
    fold(random.Uniform());
    fold(random.Normal());
    fold(random.Gumbel());
    fold(random.Gamma(0.3));
    bits += random.Below(1000);
  }
  EXPECT_EQ(bits, 5707520526454950572u);
}

}  // namespace
}  // namespace kvintet
