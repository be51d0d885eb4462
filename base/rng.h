// RandomStream: random numbers that are a pure function of (seed, row, episode, purpose, draw).
//
// Counter-based: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1,
// 2, 3", 2011). Results therefore depend neither on the number of threads nor on the order of work,
// and a stream can be stored as its key and draw index. The bits are the same on every machine. A
// stream may be used by one thread at a time. Copying it is cheap and does not fork it: both copies
// give the same numbers.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/portable_math.h"

namespace kvintet {

// What a stream is used for, so that the streams of one game never share numbers. Stored in files:
// do not renumber.
enum class Purpose : uint32_t {
  kChance = 0,
  kAgent = 1,
  kSearch = 2,
  kNoise = 3,
  kTemperature = 4,
  kSampling = 5,
  kSymmetry = 6,
  kInit = 7,
  kOpening = 8,
  kResample = 9,
  kTest = 10,
};

// The name of a stream. `row` is the place in a batch or the number of a game; `episode` counts the
// games played in that row. The room that uses the stream decides what they number.
struct RandomKey {
  uint64_t seed = 0;
  uint32_t row = 0;
  uint32_t episode = 0;
  uint32_t purpose = 0;
  bool operator==(const RandomKey&) const = default;
};

// One block of Philox4x32-10: a bijection of the counter for each key.
constexpr std::array<uint32_t, 4> Philox(std::array<uint32_t, 4> counter,
                                         std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * counter[0];
    const uint64_t b = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

// Draws from the stream named by a key. Draw number d is word d % 4 of the block whose counter is
// {d / 4, purpose, row, episode}. The stream repeats after 2^32 draws.
class RandomStream {
 public:
  RandomStream() = default;
  explicit RandomStream(const RandomKey& key) : key_(key) {}
  RandomStream(uint64_t seed, uint32_t row, uint32_t episode, Purpose purpose)
      : key_{seed, row, episode, static_cast<uint32_t>(purpose)} {}

  const RandomKey& Key() const { return key_; }

  // The number of 32-bit words drawn so far. Together with the key, this is all that has to be
  // stored.
  uint32_t Draw() const { return draw_; }
  void SetDraw(uint32_t draw) {
    draw_ = draw;
    if (draw_ % 4 != 0) {
      Refill();
    }
  }

  uint32_t Next32() {
    const uint32_t word = draw_ % 4;
    if (word == 0) {
      Refill();
    }
    ++draw_;
    return static_cast<uint32_t>(block_[word / 2] >> (32 * (word % 2)));
  }

  // Takes two draws; the first is the low half.
  uint64_t Next64() {
    if (draw_ % 2 != 0) {
      const uint64_t low = Next32();
      return low | uint64_t{Next32()} << 32;
    }
    const uint32_t word = draw_ % 4;
    if (word == 0) {
      Refill();
    }
    draw_ += 2;
    return block_[word / 2];
  }

  // Uniform in [0, n), without bias (Lemire's method). REQUIRES: n > 0.
  uint32_t Below(uint32_t n) {
    KVINTET_DCHECK_GT(n, 0);
    uint64_t product = uint64_t{Next32()} * n;
    if (static_cast<uint32_t>(product) < n) [[unlikely]] {
      const uint32_t threshold = (0 - n) % n;
      while (static_cast<uint32_t>(product) < threshold) {
        product = uint64_t{Next32()} * n;
      }
    }
    return static_cast<uint32_t>(product >> 32);
  }

  // Uniform in [0, 1); a multiple of 2^-53.
  double Uniform() { return static_cast<double>(Next64() >> 11) * 0x1p-53; }

  // Uniform in (0, 1), both ends excluded; an odd multiple of 2^-53.
  double OpenUniform() { return (static_cast<double>(Next64() >> 12) + 0.5) * 0x1p-52; }

  // Exponential with mean 1.
  double Exponential() { return -portable::Log(OpenUniform()); }

  // Standard Gumbel. Adding one to each of n logits and taking the argmax samples their softmax.
  double Gumbel() { return -portable::Log(Exponential()); }

  // Normal with mean 0 and variance 1 (Marsaglia's polar method, using one value of the pair).
  double Normal() {
    double x = 0;
    double square = 0;
    do {
      x = 2 * Uniform() - 1;
      const double y = 2 * Uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * std::sqrt(-2 * portable::Log(square) / square);
  }

  // Gamma with the given shape and scale 1 (Marsaglia and Tsang, 2000). Normalising n of them gives
  // a Dirichlet sample. REQUIRES: shape > 0. May underflow to 0 for shapes below about 0.01.
  double Gamma(double shape) {
    KVINTET_DCHECK_GT(shape, 0);
    if (shape < 1) {
      const double boost = portable::Exp(portable::Log(OpenUniform()) / shape);
      return Gamma(shape + 1) * boost;
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
      const double x = Normal();
      const double t = 1 + c * x;
      const double v = t * t * t;
      if (v > 0 && portable::Log(OpenUniform()) < 0.5 * x * x + d - d * v + d * portable::Log(v)) {
        return d * v;
      }
    }
  }

  // Shuffles the items uniformly. REQUIRES: fewer than 2^32 items.
  template <typename T>
  void Shuffle(std::span<T> items) {
    KVINTET_DCHECK_LE(items.size(), UINT32_MAX);
    for (size_t n = items.size(); n > 1; --n) {
      using std::swap;
      swap(items[n - 1], items[Below(static_cast<uint32_t>(n))]);
    }
  }

 private:
  void Refill() {
    const std::array<uint32_t, 4> words =
        Philox({draw_ / 4, key_.purpose, key_.row, key_.episode},
               {static_cast<uint32_t>(key_.seed), static_cast<uint32_t>(key_.seed >> 32)});
    block_ = {words[0] | uint64_t{words[1]} << 32, words[2] | uint64_t{words[3]} << 32};
  }

  RandomKey key_;
  uint32_t draw_ = 0;
  // The block of draw_ if draw_ % 4 != 0, otherwise stale. Two 64-bit words, since reading eight
  // bytes that were just written as two halves of four stalls the processor.
  std::array<uint64_t, 2> block_ = {};
};

}  // namespace kvintet
