// Spots, Lanes: sets of spaces as 256 bits, in memory and as one vector.
//
// A spot is the number of a space in these sets. Spots are numbered so that a step along one of the
// six directions adds the same number everywhere on the board (board.h). A whole set can therefore
// be shifted at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/rules/vector256.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::punct {

inline constexpr uint8_t kNoSpot = 255;

// Bit `spot % 64` of word `spot / 64`.
struct Spots {
  std::array<uint64_t, 4> words;

  static constexpr size_t Word(int spot) { return static_cast<size_t>(spot) / 64; }
  static constexpr uint64_t Bit(int spot) { return uint64_t{1} << static_cast<size_t>(spot) % 64; }
  constexpr bool Has(int spot) const { return (words[Word(spot)] & Bit(spot)) != 0; }
  constexpr void Add(int spot) { words[Word(spot)] |= Bit(spot); }
  constexpr void Remove(int spot) { words[Word(spot)] &= ~Bit(spot); }
  // The lowest spot. REQUIRES: there is one.
  constexpr int First() const {
    size_t i = 0;
    while (words[i] == 0) {
      ++i;
    }
    return static_cast<int>(i * 64) + std::countr_zero(words[i]);
  }
  constexpr int Count() const {
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) +
           std::popcount(words[3]);
  }
  // Calls visit(spot) in ascending order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (size_t i = 0; i < words.size(); ++i) {
      for (uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(i * 64) + std::countr_zero(rest));
      }
    }
  }
  bool operator==(const Spots&) const = default;
};

// The same set as a vector for computation: & | ~ act on all spots at once.
typedef uint64_t Lanes __attribute__((vector_size(32)));

inline Lanes Load(const Spots& spots) { return LoadVector<Lanes>(spots); }
inline void Store(Lanes lanes, Spots* spots) { StoreVector(lanes, spots); }

inline Spots Store(Lanes lanes) {
  Spots spots;
  Store(lanes, &spots);
  return spots;
}

inline bool Any(Lanes lanes) { return AnyBit(lanes); }

inline Lanes NoSpots() { return Lanes{0, 0, 0, 0}; }

// The set of one spot. Built in registers, since loading a vector from words just stored would
// stall.
inline Lanes LanesOf(int spot) {
  const Lanes numbers = {0, 1, 2, 3};
  return reinterpret_cast<Lanes>(numbers == Spots::Word(spot)) & Spots::Bit(spot);
}

inline Lanes LanesOf(const std::array<int, 3>& spots) {
  return LanesOf(spots[0]) | LanesOf(spots[1]) | LanesOf(spots[2]);
}

// Spot s is in the result if s + k is in `lanes`. Bits wrap around at the ends, so mask them.
// REQUIRES: |k| < 64.
template <int k>
inline Lanes Ahead(Lanes lanes) {
  if constexpr (k > 0) {
    return lanes >> k | __builtin_shufflevector(lanes, lanes, 1, 2, 3, 0) << (64 - k);
  } else if constexpr (k < 0) {
    return lanes << -k | __builtin_shufflevector(lanes, lanes, 3, 0, 1, 2) >> (64 + k);
  } else {
    return lanes;
  }
}

// The bits of `word` at the set bits of `mask`, packed.
inline uint64_t Gather(uint64_t word, uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(word, mask);
#else
  uint64_t gathered = 0;
  for (int i = 0; mask != 0; ++i, mask &= mask - 1) {
    gathered |= (word >> std::countr_zero(mask) & 1) << i;
  }
  return gathered;
#endif
}

}  // namespace kvintet::envs::punct
