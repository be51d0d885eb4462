// Tests of NumberSet: against a set of single numbers.
#include "selfplay/records/number_set.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::selfplay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NumberSetTest, JoinsWhatTouches) {
  NumberSet set;
  EXPECT_THAT(set.Ranges(), IsEmpty());
  EXPECT_TRUE(set.Add(5));
  EXPECT_FALSE(set.Add(5));
  EXPECT_TRUE(set.Add(7));
  EXPECT_THAT(set.Ranges(), ElementsAre(NumberSpan{5, 5}, NumberSpan{7, 7}));
  EXPECT_TRUE(set.Add(6));
  EXPECT_THAT(set.Ranges(), ElementsAre(NumberSpan{5, 7}));
  set.Add(NumberSpan{0, 3});
  set.Add(NumberSpan{2, 9});
  EXPECT_THAT(set.Ranges(), ElementsAre(NumberSpan{0, 9}));
  EXPECT_EQ(set.Size(), 10);
}

TEST(NumberSetTest, AgreesWithASetOfNumbers) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int round = 0; round < 200; ++round) {
    NumberSet set;
    NumberSet halves;
    NumberSet half;
    std::set<int64_t> numbers;
    for (int i = 0; i < 30; ++i) {
      const int64_t first = random.Next32() % 60;
      const int64_t last = first + random.Next32() % 5;
      if (random.Next32() % 2 == 0) {
        EXPECT_EQ(set.Add(first), numbers.insert(first).second);
        half.Add(first);
      } else {
        set.Add(NumberSpan{first, last});
        halves.Add(NumberSpan{first, last});
        for (int64_t number = first; number <= last; ++number) {
          numbers.insert(number);
        }
      }
    }
    for (int64_t number = -1; number < 70; ++number) {
      ASSERT_EQ(set.Contains(number), numbers.contains(number)) << number;
    }
    EXPECT_EQ(set.Size(), static_cast<int64_t>(numbers.size()));
    halves.Add(half);
    EXPECT_EQ(halves, set);
  }
}

}  // namespace
}  // namespace kvintet::selfplay
