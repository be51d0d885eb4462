// Tests of RepetitionHistory: counts of keys, in long and short histories.
#include "envs/repetition_history.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::envs {
namespace {

// Half of the keys are spread out; half are small, as exact keys may be.
Key128 SomeKey(RandomStream* random) {
  const uint32_t number = random->Below(300);
  return number < 150 ? Combine({}, number) : Key128{number, 1};
}

TEST(RepetitionHistoryTest, CountsWhatWasPushedSinceTheLastCut) {
  for (const int capacity : {0, 40, 128, 129, 600, 2500}) {
    RandomStream random(1, static_cast<uint32_t>(capacity), 0, Purpose::kTest);
    RepetitionHistory history(capacity);
    for (int round = 0; round < 3; ++round) {
      std::vector<Key128> pushed;
      for (int i = 0; i < capacity; ++i) {
        const Key128 key = SomeKey(&random);
        EXPECT_EQ(history.Count(key), std::ranges::count(pushed, key)) << capacity;
        history.Push(key);
        pushed.push_back(key);
      }
      EXPECT_TRUE(std::ranges::equal(history.Keys(), pushed));
      history.Cut();
      EXPECT_EQ(history.Count(SomeKey(&random)), 0);
      EXPECT_TRUE(history.Keys().empty());
    }
  }
}

TEST(RepetitionHistoryTest, ALongHistoryTakesRoomAsItGrows) {
  constexpr int kKeys = 60'000;
  RepetitionHistory history(kKeys);
  for (uint64_t i = 0; i < kKeys; ++i) {
    history.Push({.low = i * 0x9E3779B97F4A7C15, .high = i});
  }
  EXPECT_EQ(history.Keys().size(), size_t{kKeys});
  EXPECT_EQ(history.Count({.low = 1234 * 0x9E3779B97F4A7C15, .high = 1234}), 1);
  EXPECT_EQ(history.Count({.low = 1234 * 0x9E3779B97F4A7C15, .high = 1235}), 0);
  EXPECT_DEATH(history.Push({}), "");
}

TEST(RepetitionHistoryTest, ACopyCountsAsItsOriginal) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  RepetitionHistory history(200);
  RepetitionHistory copy(300);
  copy.Push(SomeKey(&random));
  for (int i = 0; i < 200; ++i) {
    history.Push(SomeKey(&random));
  }
  copy.CopyFrom(history);
  for (int i = 0; i < 200; ++i) {
    const Key128 key = SomeKey(&random);
    EXPECT_EQ(copy.Count(key), history.Count(key));
  }
  EXPECT_EQ(copy.Keys().size(), 200u);
}

}  // namespace
}  // namespace kvintet::envs
