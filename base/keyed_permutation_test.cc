// Tests of KeyedPermutation: one to one, different for each key, no index favoured.
#include "base/keyed_permutation.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

TEST(KeyedPermutationTest, IsOneToOne) {
  for (const uint64_t size : {1u, 2u, 3u, 4u, 5u, 15u, 16u, 17u, 100u, 1000u, 4096u, 65537u}) {
    const KeyedPermutation permutation(size, 42);
    std::vector<bool> seen(size, false);
    for (uint64_t i = 0; i < size; ++i) {
      const uint64_t image = permutation(i);
      ASSERT_LT(image, size);
      ASSERT_FALSE(seen[image]) << "size " << size << ", index " << i;
      seen[image] = true;
    }
  }
}

TEST(KeyedPermutationTest, StaysInsideHugeRanges) {
  const uint64_t size = (uint64_t{1} << 62) - 3;
  const KeyedPermutation permutation(size, 7);
  EXPECT_LT(permutation(0), size);
  EXPECT_LT(permutation(size - 1), size);
  EXPECT_NE(permutation(0), permutation(size - 1));
}

TEST(KeyedPermutationTest, KeysGiveDifferentOrders) {
  const KeyedPermutation a(1000, 0);
  const KeyedPermutation b(1000, 1);
  int same = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    same += a(i) == b(i) ? 1 : 0;
  }
  EXPECT_LT(same, 10);
}

TEST(KeyedPermutationTest, EveryPlaceIsEquallyLikely) {
  for (const uint64_t size : {2u, 3u, 5u, 7u, 16u}) {
    constexpr uint64_t kKeys = 6000;
    std::vector<double> counts(size * size, 0);
    for (uint64_t key = 0; key < kKeys; ++key) {
      const KeyedPermutation permutation(size, key);
      for (uint64_t i = 0; i < size; ++i) {
        counts[i * size + permutation(i)] += 1;
      }
    }
    const double expected = static_cast<double>(kKeys) / static_cast<double>(size);
    for (const double count : counts) {
      EXPECT_NEAR(count, expected, 5 * std::sqrt(expected)) << "size " << size;
    }
  }
}

TEST(KeyedPermutationTest, AllOrdersOfFourOccurEquallyOften) {
  constexpr uint64_t kKeys = 24000;
  std::array<double, 256> counts = {};
  for (uint64_t key = 0; key < kKeys; ++key) {
    const KeyedPermutation permutation(4, key);
    counts[permutation(0) * 64 + permutation(1) * 16 + permutation(2) * 4 + permutation(3)] += 1;
  }
  int orders = 0;
  for (const double count : counts) {
    if (count > 0) {
      ++orders;
      EXPECT_NEAR(count, kKeys / 24.0, 5 * std::sqrt(kKeys / 24.0));
    }
  }
  EXPECT_EQ(orders, 24);
}

TEST(KeyedPermutationTest, OrderIsTheSameInEveryBuild) {
  const KeyedPermutation permutation(10, 3);
  std::vector<uint64_t> order;
  for (uint64_t i = 0; i < 10; ++i) {
    order.push_back(permutation(i));
  }
  EXPECT_EQ(order, (std::vector<uint64_t>{4, 0, 3, 8, 2, 5, 7, 9, 6, 1}));
}

TEST(KeyedPermutationDeathTest, RefusesTheEmptyRange) {
  EXPECT_DEATH(KeyedPermutation(0, 1), "size > 0");
}

}  // namespace
}  // namespace kvintet
