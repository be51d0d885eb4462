// WritePlane, PlaneOfValues: sets of cells as planes of bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "envs/games/kontranto/grid.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::kontranto {

#if defined(__AVX2__)

// Cells that are written at once; a plane of at least so many is written as its first and its last.
inline constexpr size_t kTogether = 32;

// kTogether cells as bytes, `value` or 0.
inline __m256i BytesOf(Cells cells, uint8_t value) {
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201u));
  const __m256i all = _mm256_set1_epi32(static_cast<int>(cells & 0xffffffffu));
  const __m256i set = _mm256_and_si256(_mm256_shuffle_epi8(all, spread), own_bit);
  return _mm256_and_si256(_mm256_cmpeq_epi8(set, own_bit),
                          _mm256_set1_epi8(static_cast<char>(value)));
}

inline void StoreBytes(__m256i bytes, uint8_t* to) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}

#endif

// Writes 0 or 1 to each of plane[0, size).
inline void WritePlane(Cells cells, size_t size, uint8_t* plane) {
#if defined(__AVX2__)
  if (size >= kTogether) {
    StoreBytes(BytesOf(cells, 1), plane);
    StoreBytes(BytesOf(cells >> (size - kTogether), 1), plane + size - kTogether);
    return;
  }
#endif
  for (size_t i = 0; i < size; ++i) {
    plane[i] = static_cast<uint8_t>(cells >> i & 1);
  }
}

// A plane of `size` cells in which disjoint sets have values, the rest 0.
class PlaneOfValues {
 public:
  explicit PlaneOfValues(size_t size) : size_(size) {}

  void Add(Cells cells, int value) {
#if defined(__AVX2__)
    if (size_ >= kTogether) {
      const auto byte = static_cast<uint8_t>(value);
      first_ = _mm256_or_si256(first_, BytesOf(cells, byte));
      last_ = _mm256_or_si256(last_, BytesOf(cells >> (size_ - kTogether), byte));
      return;
    }
#endif
    ForEachCell(cells, [&](int cell) { bytes_[cell] = static_cast<uint8_t>(value); });
  }

  void Write(uint8_t* plane) const {
#if defined(__AVX2__)
    if (size_ >= kTogether) {
      StoreBytes(first_, plane);
      StoreBytes(last_, plane + size_ - kTogether);
      return;
    }
#endif
    for (size_t i = 0; i < size_; ++i) {
      plane[i] = bytes_[i];
    }
  }

 private:
  size_t size_;
#if defined(__AVX2__)
  __m256i first_ = _mm256_setzero_si256();
  __m256i last_ = _mm256_setzero_si256();
  uint8_t bytes_[kTogether] = {};
#else
  uint8_t bytes_[kMaxCells] = {};
#endif
};

}  // namespace kvintet::envs::kontranto
