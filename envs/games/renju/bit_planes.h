// WritePlane, WriteThreePlanes: write bits of points as planes of bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "envs/games/renju/board.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::renju {

#if defined(__AVX2__)

// DenseBits in registers, each half duplicated, so that no byte crosses between the halves.
class SpreadPoints {
 public:
  explicit SpreadPoints(const DenseBits& bits)
      : halves_{Twice(bits[0], bits[1]), Twice(bits[2], bits[3])} {}

  // The 32 points from 32 * i on, as bytes of 0 or 1. REQUIRES: i < 7.
  __m256i BytesAt(size_t i) const {
    const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201u));
    const auto first = static_cast<char>(i % 4 * 4);
    const __m256i spread =
        _mm256_add_epi8(_mm256_set1_epi8(first),
                        _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                         2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3));
    const __m256i copies = _mm256_shuffle_epi8(halves_[i / 4], spread);
    return _mm256_min_epu8(_mm256_and_si256(copies, own_bit), _mm256_set1_epi8(1));
  }

 private:
  static __m256i Twice(uint64_t low, uint64_t high) {
    return _mm256_broadcastsi128_si256(
        _mm_set_epi64x(static_cast<int64_t>(high), static_cast<int64_t>(low)));
  }

  __m256i halves_[2];
};

inline __m256i Neither(__m256i one, __m256i other) {
  return _mm256_xor_si256(_mm256_or_si256(one, other), _mm256_set1_epi8(1));
}

#else

// DenseBits split for expansion, without vector instructions.
class SpreadPoints {
 public:
  explicit SpreadPoints(const DenseBits& bits) : bits_(bits) {}

  // The eight points from 8 * i on, as bytes of 0 or 1.
  uint64_t BytesAt(size_t i) const {
    static_assert(std::endian::native == std::endian::little);
    // Byte k keeps only bit k, which then carries into the byte's highest bit.
    const uint64_t copies = (bits_[i / 8] >> (i % 8 * 8) & 0xff) * 0x0101010101010101u;
    const uint64_t apart = copies & 0x8040201008040201u;
    return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
  }

 private:
  DenseBits bits_;
};

inline uint64_t Neither(uint64_t one, uint64_t other) {
  return (one | other) ^ 0x0101010101010101u;
}

#endif

// The unit of one store.
using PlaneBytes = decltype(std::declval<SpreadPoints>().BytesAt(0));
inline constexpr size_t kPlaneStores = (kPoints - 1) / sizeof(PlaneBytes);

inline void WriteAt(size_t i, PlaneBytes bytes, uint8_t* plane) {
  std::memcpy(plane + sizeof(bytes) * i, &bytes, sizeof(bytes));
}

// The bit of the last point.
inline uint8_t LastOf(const DenseBits& bits) { return static_cast<uint8_t>(bits[3] >> 32 & 1); }

// Writes 0 or 1 to each of plane[0, kPoints).
inline void WritePlane(const DenseBits& bits, uint8_t* plane) {
  const SpreadPoints spread(bits);
  for (size_t i = 0; i < kPlaneStores; ++i) {
    WriteAt(i, spread.BytesAt(i), plane);
  }
  plane[kPoints - 1] = LastOf(bits);
}

// Writes a plane of zeros. Uses vector stores, since a call of memset costs more.
inline void WriteEmptyPlane(uint8_t* plane) {
  for (size_t i = 0; i < kPlaneStores; ++i) {
    WriteAt(i, PlaneBytes{}, plane);
  }
  plane[kPoints - 1] = 0;
}

// Writes three consecutive planes: `one`, `other`, and the points in neither.
inline void WriteThreePlanes(const DenseBits& one, const DenseBits& other, uint8_t* planes) {
  const SpreadPoints ones(one);
  const SpreadPoints others(other);
  for (size_t i = 0; i < kPlaneStores; ++i) {
    const PlaneBytes first = ones.BytesAt(i);
    const PlaneBytes second = others.BytesAt(i);
    WriteAt(i, first, planes);
    WriteAt(i, second, planes + kPoints);
    WriteAt(i, Neither(first, second), planes + ptrdiff_t{2} * kPoints);
  }
  planes[kPoints - 1] = LastOf(one);
  planes[2 * kPoints - 1] = LastOf(other);
  planes[3 * kPoints - 1] = static_cast<uint8_t>(1 ^ (LastOf(one) | LastOf(other)));
}

}  // namespace kvintet::envs::renju
