// Tests of the 128-bit hash: no collisions among similar inputs, avalanche, fixed bits.
#include "base/hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <set>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet {
namespace {

Key128 HashText(std::string_view text) {
  return HashBytes(std::as_bytes(std::span(text.data(), text.size())));
}

int DifferentBits(Key128 a, Key128 b) {
  return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
}

TEST(HashTest, LengthMattersWhateverTheBytes) {
  const std::vector<std::byte> zeros(100);
  std::set<Key128> keys;
  for (size_t size = 0; size <= zeros.size(); ++size) {
    keys.insert(HashBytes(std::span(zeros).first(size)));
  }
  EXPECT_EQ(keys.size(), zeros.size() + 1);
}

// Hashes bytes in which these bits are set; a bit given twice is clear.
Key128 HashBits(std::initializer_list<size_t> bits) {
  std::array<std::byte, 24> bytes = {};
  for (const size_t bit : bits) {
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  return HashBytes(bytes);
}

// Inputs with two or three bits set: board positions differ in this way.
TEST(HashTest, SparseInputsHaveDistinctHalves) {
  constexpr size_t kBits = 192;
  std::unordered_set<uint64_t> lows;
  std::unordered_set<uint64_t> highs;
  size_t inputs = 0;
  const auto add = [&](const Key128& key) {
    lows.insert(key.low);
    highs.insert(key.high);
    ++inputs;
  };
  for (size_t a = 0; a < kBits; ++a) {
    for (size_t b = a + 1; b < kBits; ++b) {
      add(HashBits({a, b}));
      for (size_t c = b + 1; c < kBits; c += 11) {
        add(HashBits({a, b, c}));
      }
    }
  }
  EXPECT_GT(inputs, 100000u);
  EXPECT_EQ(lows.size(), inputs);
  EXPECT_EQ(highs.size(), inputs);
}

// How often each output bit changes when `bit` of a random input of `size` bytes is flipped.
std::array<int, 128> CountFlips(size_t size, size_t bit, int trials, RandomStream& random) {
  std::array<int, 128> flips = {};
  std::vector<std::byte> bytes(size);
  for (int trial = 0; trial < trials; ++trial) {
    for (std::byte& byte : bytes) {
      byte = static_cast<std::byte>(random.Below(256));
    }
    const Key128 before = HashBytes(bytes);
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    const Key128 after = HashBytes(bytes);
    for (size_t i = 0; i < 64; ++i) {
      flips[i] += static_cast<int>((before.low ^ after.low) >> i & 1);
      flips[64 + i] += static_cast<int>((before.high ^ after.high) >> i & 1);
    }
  }
  return flips;
}

TEST(HashTest, EveryInputBitFlipsEveryOutputBitHalfTheTime) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  constexpr int kTrials = 144;
  for (const size_t size : {3u, 16u, 27u}) {
    for (size_t bit = 0; bit < 8 * size; ++bit) {
      for (const int count : CountFlips(size, bit, kTrials, random)) {
        // Six standard deviations, each of 6.
        ASSERT_NEAR(count, 72, 36) << "size " << size << ", bit " << bit;
      }
    }
  }
}

TEST(HashTest, CombineDependsOnOrderAndEveryBit) {
  const Key128 key = HashText("kvintet");
  EXPECT_NE(Combine(Combine(key, 1), 2), Combine(Combine(key, 2), 1));
  EXPECT_NE(Combine(key, 0), key);
  for (int bit = 0; bit < 64; ++bit) {
    const uint64_t flip = uint64_t{1} << bit;
    EXPECT_GT(DifferentBits(Combine(key, 0), Combine(key, flip)), 30);
    EXPECT_GT(DifferentBits(Combine(key, 5), Combine({key.low ^ flip, key.high}, 5)), 30);
    EXPECT_GT(DifferentBits(Combine(key, 5), Combine({key.low, key.high ^ flip}, 5)), 30);
  }
}

TEST(HashTest, BitsAreTheSameInEveryBuild) {
  EXPECT_EQ(HashText(""), (Key128{0xb95f8ed2c9a9b122u, 0xb630849661344594u}));
  EXPECT_EQ(HashText("five games, one suite: kvintet"),
            (Key128{0x1e8a26026aa4ed6u, 0x7db6947db46c0bbeu}));
  EXPECT_EQ(Combine(HashText("kvintet"), 7), (Key128{0xcbf467ef6c81c21u, 0x695758ce23b9200fu}));
}

TEST(HashTest, KeysAreOrderedAndHashable) {
  EXPECT_LT((Key128{1, 9}), (Key128{2, 0}));
  EXPECT_LT((Key128{1, 0}), (Key128{1, 1}));
  const std::unordered_set<Key128> keys = {{1, 2}, {1, 2}, {2, 1}};
  EXPECT_EQ(keys.size(), 2u);
}

}  // namespace

void PrintTo(const Key128& key, std::ostream* out) {
  *out << "{0x" << std::hex << key.low << "u, 0x" << key.high << "u}" << std::dec;
}

}  // namespace kvintet
