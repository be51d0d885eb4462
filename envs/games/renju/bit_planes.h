// WritePlane: bits of points as a plane of bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "envs/games/renju/board.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::renju {

// Eight bits as eight bytes of 0 or 1.
inline uint64_t BytesOf(uint8_t bits) {
  static_assert(std::endian::native == std::endian::little);
  // Byte k keeps bit k alone, which carries into the byte's highest bit.
  const uint64_t apart = bits * 0x0101010101010101u & 0x8040201008040201u;
  return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

// Writes 0 or 1 to each of plane[0, kPoints).
inline void WritePlane(const DenseBits& bits, uint8_t* plane) {
#if defined(__AVX2__)
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201u));
  for (int i = 0; i < 7; ++i) {
    const uint64_t word = bits[static_cast<size_t>(i / 2)];
    const auto half = static_cast<int32_t>(static_cast<uint32_t>(i % 2 == 0 ? word : word >> 32));
    const __m256i bytes =
        _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32(half), spread), own_bit);
    const __m256i ones = _mm256_min_epu8(bytes, _mm256_set1_epi8(1));
    std::memcpy(plane + 32 * i, &ones, sizeof(ones));
  }
#else
  for (int i = 0; i < 28; ++i) {
    const uint64_t bytes =
        BytesOf(static_cast<uint8_t>(bits[static_cast<size_t>(i / 8)] >> (8 * (i % 8))));
    std::memcpy(plane + 8 * i, &bytes, sizeof(bytes));
  }
#endif
  plane[kPoints - 1] = static_cast<uint8_t>(bits[3] >> 32 & 1);
}

}  // namespace kvintet::envs::renju
