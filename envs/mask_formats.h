// WriteMaskBytes, WriteActionList: a mask of bits in the other forms that buffers take.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace kvintet::envs {

// Eight bits as eight bytes of 0 or 1, the lowest bit first in memory.
inline uint64_t SpreadBits(uint8_t bits) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t one_bit_each = bits * kOnes & 0x8040201008040201;
  return (one_bit_each + 0x7f7f7f7f7f7f7f7f) >> 7 & kOnes;
}

// One byte of 0 or 1 for each of the first bytes.size() bits.
inline void WriteMaskBytes(std::span<const uint64_t> mask, std::span<uint8_t> bytes) {
  const size_t whole = bytes.size() / 8;
  for (size_t i = 0; i < whole; ++i) {
    const uint64_t eight = SpreadBits(static_cast<uint8_t>(mask[i / 8] >> (i % 8 * 8)));
    std::memcpy(bytes.data() + i * 8, &eight, 8);
  }
  if (bytes.size() % 8 != 0) {
    const uint64_t rest = SpreadBits(static_cast<uint8_t>(mask[whole / 8] >> (whole % 8 * 8)));
    std::memcpy(bytes.data() + whole * 8, &rest, bytes.size() % 8);
  }
}

// The numbers of the set bits, ascending. REQUIRES: room for them in `list`.
inline void WriteActionList(std::span<const uint64_t> mask, std::span<int32_t> list) {
  int32_t* next = list.data();
  for (size_t i = 0; i < mask.size(); ++i) {
    for (uint64_t rest = mask[i]; rest != 0; rest &= rest - 1) {
      *next++ = static_cast<int32_t>(i * 64) + std::countr_zero(rest);
    }
  }
}

}  // namespace kvintet::envs
