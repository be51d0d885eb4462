// Trail: counts keys, long trails and short ones alike.
#include "envs/trail.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::envs {
namespace {

// Half of the keys spread, half as small as exact ones may be.
Key128 SomeKey(RandomStream* random) {
  const uint32_t number = random->Below(300);
  return number < 150 ? Combine({}, number) : Key128{number, 1};
}

TEST(TrailTest, CountsWhatWasPushedSinceTheLastCut) {
  for (const int capacity : {0, 40, 128, 129, 600, 2500}) {
    RandomStream random(1, static_cast<uint32_t>(capacity), 0, Purpose::kTest);
    Trail trail(capacity);
    for (int round = 0; round < 3; ++round) {
      std::vector<Key128> pushed;
      for (int i = 0; i < capacity; ++i) {
        const Key128 key = SomeKey(&random);
        EXPECT_EQ(trail.Count(key), std::ranges::count(pushed, key)) << capacity;
        trail.Push(key);
        pushed.push_back(key);
      }
      EXPECT_TRUE(std::ranges::equal(trail.Keys(), pushed));
      trail.Cut();
      EXPECT_EQ(trail.Count(SomeKey(&random)), 0);
      EXPECT_TRUE(trail.Keys().empty());
    }
  }
}

TEST(TrailTest, ALongTrailTakesRoomAsItGrows) {
  constexpr int kKeys = 60'000;
  Trail trail(kKeys);
  for (uint64_t i = 0; i < kKeys; ++i) {
    trail.Push({.low = i * 0x9E3779B97F4A7C15, .high = i});
  }
  EXPECT_EQ(trail.Keys().size(), size_t{kKeys});
  EXPECT_EQ(trail.Count({.low = 1234 * 0x9E3779B97F4A7C15, .high = 1234}), 1);
  EXPECT_EQ(trail.Count({.low = 1234 * 0x9E3779B97F4A7C15, .high = 1235}), 0);
  EXPECT_DEATH(trail.Push({}), "");
}

TEST(TrailTest, ACopyCountsAsItsOriginal) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  Trail trail(200);
  Trail copy(300);
  copy.Push(SomeKey(&random));
  for (int i = 0; i < 200; ++i) {
    trail.Push(SomeKey(&random));
  }
  copy.CopyFrom(trail);
  for (int i = 0; i < 200; ++i) {
    const Key128 key = SomeKey(&random);
    EXPECT_EQ(copy.Count(key), trail.Count(key));
  }
  EXPECT_EQ(copy.Keys().size(), 200u);
}

}  // namespace
}  // namespace kvintet::envs
