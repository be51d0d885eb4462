// WriteMask, WriteMaskBytes, WriteActionList: write a bit mask in the formats of EnvBuffers.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "envs/action_mask.h"
#include "envs/env_buffers.h"

namespace kvintet::envs {

// Expands eight bits to eight bytes of 0 or 1, the lowest bit first in memory.
inline uint64_t SpreadBits(uint8_t bits) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t one_bit_each = bits * kOnes & 0x8040201008040201;
  return (one_bit_each + 0x7f7f7f7f7f7f7f7f) >> 7 & kOnes;
}

#ifdef __AVX2__
// Expands thirty-two bits to bytes of 0 or 1.
inline void Write32Bytes(uint32_t bits, uint8_t* bytes) {
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201));
  const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int32_t>(bits)), spread);
  const __m256i ones = _mm256_min_epu8(_mm256_and_si256(copies, own_bit), _mm256_set1_epi8(1));
  std::memcpy(bytes, &ones, sizeof(ones));
}
#endif

// Writes one byte of 0 or 1 for each of the first bytes.size() bits.
inline void WriteMaskBytes(std::span<const uint64_t> mask, std::span<uint8_t> bytes) {
  const size_t size = bytes.size();
#ifdef __AVX2__
  if (size >= 32) {
    for (size_t i = 0; i < size / 64; ++i) {
      Write32Bytes(static_cast<uint32_t>(mask[i]), &bytes[64 * i]);
      Write32Bytes(static_cast<uint32_t>(mask[i] >> 32), &bytes[64 * i + 32]);
    }
    if (size % 64 > 32) {
      Write32Bytes(static_cast<uint32_t>(mask[size / 64]), &bytes[size / 64 * 64]);
    }
    // The last 32 bits; some of them are written a second time.
    const size_t first = size - 32;
    const uint64_t low = mask[first / 64] >> first % 64;
    const uint64_t high = first % 64 > 32 ? mask[first / 64 + 1] << (64 - first % 64) : 0;
    Write32Bytes(static_cast<uint32_t>(low | high), &bytes[first]);
    return;
  }
#endif
  size_t done = 0;
  for (; done + 8 <= size; done += 8) {
    const uint64_t eight = SpreadBits(static_cast<uint8_t>(mask[done / 64] >> done % 64));
    std::memcpy(&bytes[done], &eight, 8);
  }
  for (; done < size; ++done) {
    bytes[done] = mask[done / 64] >> done % 64 & 1;
  }
}

// Writes the indices of the set bits, ascending. REQUIRES: `list` has room for them.
inline void WriteActionList(std::span<const uint64_t> mask, std::span<int32_t> list) {
  int32_t* next = list.data();
  for (size_t i = 0; i < mask.size(); ++i) {
    for (uint64_t rest = mask[i]; rest != 0; rest &= rest - 1) {
      *next++ = static_cast<int32_t>(i * 64) + std::countr_zero(rest);
    }
  }
}

// Writes the mask of slot `index` in the formats that the caller asks for.
inline void WriteMask(std::span<const uint64_t> mask, size_t index, size_t num_actions,
                      const EnvBuffers& out) {
  if (!out.mask_bits.empty()) {
    uint64_t* const to = &out.mask_bits[index * mask.size()];
    for (size_t word = 0; word < mask.size(); ++word) {
      to[word] = mask[word];
    }
  }
  if (!out.mask_bytes.empty()) {
    WriteMaskBytes(mask, out.mask_bytes.subspan(index * num_actions, num_actions));
  }
  if (!out.legal_actions.empty()) {
    WriteActionList(mask, out.legal_actions.subspan(index * num_actions, num_actions));
  }
  if (!out.legal_counts.empty()) {
    out.legal_counts[index] = ConstActionMask(mask).Count();
  }
}

}  // namespace kvintet::envs
