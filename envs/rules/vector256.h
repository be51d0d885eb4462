// LoadVector, StoreVector, AnyBit: 32 bytes in memory as one vector of 256 bits.
//
// For the files of one game: without 256-bit registers the compiler splits the vectors, and its
// warning about passing them between libraries is disabled here.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi"

namespace kvintet::envs {

// The bytes of `memory` as a vector of type Vector (GCC's vector_size(32)).
template <typename Vector, typename Memory>
inline Vector LoadVector(const Memory& memory) {
  static_assert(sizeof(Memory) == sizeof(Vector) && sizeof(Vector) == 32);
#if defined(__AVX2__)
  // Loads two halves: compilers copy positions in 16-byte pieces, and a load that spans two pieces
  // just stored would stall until both reach the cache.
  const auto* halves = reinterpret_cast<const __m128i*>(&memory);
  return reinterpret_cast<Vector>(
      _mm256_setr_m128i(_mm_loadu_si128(halves), _mm_loadu_si128(halves + 1)));
#else
  Vector vector;
  std::memcpy(&vector, &memory, sizeof(vector));
  return vector;
#endif
}

// Stores the whole vector at once; a returned Memory would be copied piece by piece.
template <typename Vector, typename Memory>
inline void StoreVector(Vector vector, Memory* memory) {
  static_assert(sizeof(Memory) == sizeof(Vector));
  std::memcpy(memory, &vector, sizeof(vector));
}

template <typename Vector>
inline bool AnyBit(Vector vector) {
#if defined(__AVX2__)
  const auto bits = reinterpret_cast<__m256i>(vector);
  return _mm256_testz_si256(bits, bits) == 0;
#else
  uint64_t words[4];
  StoreVector(vector, &words);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

}  // namespace kvintet::envs
