// OwnSha256: see the header. Names are those of FIPS 180-4.
#include "base/files/own_sha256.h"

#include <bit>
#include <cstddef>
#include <string>

namespace kvintet {
namespace {

constexpr size_t kBlockBytes = 64;
constexpr size_t kRounds = 64;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, kRounds> kConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using HashState = std::array<uint32_t, 8>;

uint32_t BigEndianWord(const char* bytes) {
  uint32_t word = 0;
  for (size_t i = 0; i < 4; ++i) {
    word = word << 8 | static_cast<uint8_t>(bytes[i]);
  }
  return word;
}

std::array<uint32_t, kRounds> ScheduleOf(const char* block) {
  std::array<uint32_t, kRounds> w;
  for (size_t t = 0; t < 16; ++t) {
    w[t] = BigEndianWord(block + 4 * t);
  }
  for (size_t t = 16; t < kRounds; ++t) {
    const uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
    const uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  return w;
}

void AddBlock(const char* block, HashState* state) {
  const std::array<uint32_t, kRounds> w = ScheduleOf(block);
  auto [a, b, c, d, e, f, g, h] = *state;
  for (size_t t = 0; t < kRounds; ++t) {
    const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t choice = (e & f) ^ (~e & g);
    const uint32_t t1 = h + s1 + choice + kConstants[t] + w[t];
    const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + s0 + majority;
  }
  const HashState added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < added.size(); ++i) {
    (*state)[i] += added[i];
  }
}

// The bytes after the last whole block, a one bit, zeros, and the length in bits.
std::string PaddedEnd(absl::string_view bytes) {
  std::string end(bytes.substr(bytes.size() / kBlockBytes * kBlockBytes));
  end += '\x80';
  while (end.size() % kBlockBytes != kBlockBytes - sizeof(uint64_t)) {
    end += '\0';
  }
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) {
    end += static_cast<char>(bits >> shift);
  }
  return end;
}

}  // namespace

std::array<uint8_t, 32> OwnSha256(absl::string_view bytes) {
  HashState state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (size_t at = 0; at + kBlockBytes <= bytes.size(); at += kBlockBytes) {
    AddBlock(bytes.data() + at, &state);
  }
  const std::string end = PaddedEnd(bytes);
  for (size_t at = 0; at < end.size(); at += kBlockBytes) {
    AddBlock(end.data() + at, &state);
  }
  std::array<uint8_t, 32> digest;
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

}  // namespace kvintet
