// Key128, HashBytes: a fast 128-bit hash with the same bits on every machine.
//
// For keys of caches and histories; not secure against an adversary. The construction is our own:
// two lanes take alternate 8-byte words. A lane absorbs a word by a full 64 x 64 -> 128 bit
// multiplication and keeps all 128 bits of the product, so that for a fixed input a lane never
// loses state. The values may be stored in files: do not change them.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>

namespace kvintet {

// A 128-bit key. Equal bytes have equal keys; different bytes collide with probability about
// 2^-128.
struct Key128 {
  uint64_t low = 0;
  uint64_t high = 0;
  bool operator==(const Key128&) const = default;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Key128&) const = default;
};

namespace hash_internal {

__extension__ typedef unsigned __int128 Uint128;

// 128 bits of state that words are absorbed into.
struct Lane {
  uint64_t a;
  uint64_t b;

  constexpr void Absorb(uint64_t word) {
    const Uint128 product = Uint128{a ^ word} * 0x9FB21C651E98DF25u;
    a = b ^ static_cast<uint64_t>(product >> 64);
    b = static_cast<uint64_t>(product);
  }
};

// Spreads every bit of the lane over both halves of the result.
constexpr Key128 Finish(Lane lane) {
  lane.Absorb(0xD1B54A32D192ED03u);
  lane.Absorb(0xAEF17502108EF2D9u);
  lane.Absorb(0x8CB92BA72F3D8DD7u);
  return {lane.a, std::rotl(lane.b, 32) + lane.a};
}

// The bytes as a little-endian word. REQUIRES: at most eight bytes.
inline uint64_t LoadWord(std::span<const std::byte> bytes) {
  uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes.data(), bytes.size());
  } else {
    for (size_t i = 0; i < bytes.size(); ++i) {
      word |= std::to_integer<uint64_t>(bytes[i]) << (8 * i);
    }
  }
  return word;
}

}  // namespace hash_internal

// The key of a byte string. The length counts too, so trailing zeros change the key.
inline Key128 HashBytes(std::span<const std::byte> bytes) {
  using hash_internal::LoadWord;
  hash_internal::Lane even = {0x243F6A8885A308D3u, 0x13198A2E03707344u ^ bytes.size()};
  hash_internal::Lane odd = {0xA4093822299F31D0u, 0x082EFA98EC4E6C89u};
  std::span<const std::byte> rest = bytes;
  for (; rest.size() >= 16; rest = rest.subspan(16)) {
    even.Absorb(LoadWord(rest.first<8>()));
    odd.Absorb(LoadWord(rest.subspan<8, 8>()));
  }
  if (rest.size() >= 8) {
    even.Absorb(LoadWord(rest.first<8>()));
    rest = rest.subspan(8);
  }
  if (!rest.empty()) {
    odd.Absorb(LoadWord(rest));
  }
  even.Absorb(odd.a);
  even.Absorb(odd.b);
  return hash_internal::Finish(even);
}

// The key of `key` followed by `value`. The order matters: Combine(Combine(k, a), b) differs from
// Combine(Combine(k, b), a).
constexpr Key128 Combine(Key128 key, uint64_t value) {
  hash_internal::Lane lane = {key.low, key.high};
  lane.Absorb(value);
  return hash_internal::Finish(lane);
}

}  // namespace kvintet

// A Key128 is already evenly distributed, so its low half is enough.
template <>
struct std::hash<kvintet::Key128> {
  size_t operator()(const kvintet::Key128& key) const noexcept { return key.low; }
};
