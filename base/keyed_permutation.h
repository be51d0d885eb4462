// KeyedPermutation: a pseudo-random bijection of [0, n) without a table.
//
// For visiting rows in random order without a shuffle: the i-th row to visit is permutation(i). A
// Feistel network over the next even power of two, repeated until the result lies in the range
// (cycle walking).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/check.h"

namespace kvintet {

// Maps the indices in [0, n) one to one onto themselves, by a 64-bit key. Immutable; any thread may
// use it. A call costs about 100 ns, more if the range is below 100.
class KeyedPermutation {
 public:
  // REQUIRES: 0 < size <= 2^62.
  KeyedPermutation(uint64_t size, uint64_t key)
      : size_(size),
        half_bits_(std::max(kMinHalfBits, (static_cast<int>(std::bit_width(size - 1)) + 1) / 2)) {
    KVINTET_CHECK_GT(size, 0);
    KVINTET_CHECK_LE(size, uint64_t{1} << 62);
    for (uint64_t& salt : salts_) {
      key += 0x9E3779B97F4A7C15;
      salt = Mix(Mix(key));
    }
  }

  uint64_t Size() const { return size_; }

  // REQUIRES: index < Size().
  uint64_t operator()(uint64_t index) const {
    KVINTET_DCHECK_LT(index, size_);
    do {
      index = Encrypt(index);
    } while (index >= size_);
    return index;
  }

 private:
  static constexpr int kRounds = 6;
  // With fewer bits, a Feistel network favours some orders of a few items over others.
  static constexpr int kMinHalfBits = 4;

  // A bijection of 64 bits in which every input bit reaches every output bit.
  static constexpr uint64_t Mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93;
    return x ^ x >> 32;
  }

  uint64_t Encrypt(uint64_t index) const {
    const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
    uint64_t left = index >> half_bits_;
    uint64_t right = index & mask;
    for (const uint64_t salt : salts_) {
      const uint64_t next = left ^ (Mix(salt + right) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  uint64_t size_;
  int half_bits_;
  std::array<uint64_t, kRounds> salts_;
};

}  // namespace kvintet
