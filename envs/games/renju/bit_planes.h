// WritePlane and its kin: bits of points as planes of bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envs/games/renju/board.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::renju {

#if defined(__AVX2__)

// 32 bits as 32 bytes of 0 or 1; i is one of the first seven halves of the words.
inline __m256i BytesOf(const DenseBits& bits, size_t i) {
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201u));
  const uint64_t half = bits[i / 2] >> (i % 2 * 32);
  const __m256i copies = _mm256_set1_epi32(static_cast<int32_t>(static_cast<uint32_t>(half)));
  const __m256i apart = _mm256_and_si256(_mm256_shuffle_epi8(copies, spread), own_bit);
  return _mm256_min_epu8(apart, _mm256_set1_epi8(1));
}

inline __m256i Neither(__m256i one, __m256i other) {
  return _mm256_xor_si256(_mm256_or_si256(one, other), _mm256_set1_epi8(1));
}

#else

// Eight bits as eight bytes of 0 or 1; i counts the bytes of the words.
inline uint64_t BytesOf(const DenseBits& bits, size_t i) {
  static_assert(std::endian::native == std::endian::little);
  // Byte k keeps bit k alone, which carries into the byte's highest bit.
  const uint64_t copies = (bits[i / 8] >> (i % 8 * 8) & 0xff) * 0x0101010101010101u;
  const uint64_t apart = copies & 0x8040201008040201u;
  return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

inline uint64_t Neither(uint64_t one, uint64_t other) {
  return (one | other) ^ 0x0101010101010101u;
}

#endif

// Writes 0 or 1 to each of plane[0, kPoints).
inline void WritePlane(const DenseBits& bits, uint8_t* plane) {
  constexpr size_t kWidth = sizeof(BytesOf(bits, 0));
  for (size_t i = 0; i < (kPoints - 1) / kWidth; ++i) {
    const auto bytes = BytesOf(bits, i);
    std::memcpy(plane + kWidth * i, &bytes, kWidth);
  }
  plane[kPoints - 1] = static_cast<uint8_t>(bits[3] >> 32 & 1);
}

// Writes a plane of zeros. In vectors of our own: a call of memset costs more than the stores.
inline void WriteEmptyPlane(uint8_t* plane) {
  const auto zeros = decltype(BytesOf(DenseBits{}, 0)){};
  constexpr size_t kWidth = sizeof(zeros);
  for (size_t i = 0; i < (kPoints - 1) / kWidth; ++i) {
    std::memcpy(plane + kWidth * i, &zeros, kWidth);
  }
  plane[kPoints - 1] = 0;
}

// Writes three planes side by side: `one`, `other`, and the points in neither.
inline void WriteThreePlanes(const DenseBits& one, const DenseBits& other, uint8_t* planes) {
  constexpr size_t kWidth = sizeof(BytesOf(one, 0));
  for (size_t i = 0; i < (kPoints - 1) / kWidth; ++i) {
    const auto first = BytesOf(one, i);
    const auto second = BytesOf(other, i);
    const auto third = Neither(first, second);
    std::memcpy(planes + kWidth * i, &first, kWidth);
    std::memcpy(planes + kPoints + kWidth * i, &second, kWidth);
    std::memcpy(planes + 2 * kPoints + kWidth * i, &third, kWidth);
  }
  const uint64_t last_one = one[3] >> 32 & 1;
  const uint64_t last_other = other[3] >> 32 & 1;
  planes[kPoints - 1] = static_cast<uint8_t>(last_one);
  planes[2 * kPoints - 1] = static_cast<uint8_t>(last_other);
  planes[3 * kPoints - 1] = static_cast<uint8_t>(1 ^ (last_one | last_other));
}

}  // namespace kvintet::envs::renju
