// Tests of KVINTET_CHECK: what aborts, what is printed, what is not evaluated.
#include "base/check.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

enum class Color : uint8_t { kRed = 7, kBlue = 9 };

struct Opaque {
  int value;
  bool operator==(const Opaque&) const = default;
};

constexpr int Halve(int n) {
  KVINTET_CHECK_GE(n, 0);
  KVINTET_CHECK(n % 2 == 0);
  return n / 2;
}
static_assert(Halve(6) == 3);

TEST(CheckTest, PassesWhenTrue) {
  KVINTET_CHECK(1 + 1 == 2);
  KVINTET_CHECK_EQ(2, 2);
  KVINTET_CHECK_NE(1, 2);
  KVINTET_CHECK_LT(1, 2);
  KVINTET_CHECK_LE(2, 2);
  KVINTET_CHECK_GT(2, 1);
  KVINTET_CHECK_GE(2, 2);
}

TEST(CheckDeathTest, PrintsPlaceTextAndValues) {
  const std::vector<int> three(3);
  EXPECT_DEATH(KVINTET_CHECK(three.empty()),
               "check_test.cc:[0-9]+: check failed: three.empty\\(\\)");
  EXPECT_DEATH(KVINTET_CHECK_EQ(three.size(), 4), "three.size\\(\\) == 4 \\(3 vs. 4\\)");
  EXPECT_DEATH(KVINTET_CHECK_GT(1, 2), "1 > 2 \\(1 vs. 2\\)");
  EXPECT_DEATH(KVINTET_CHECK_GE(1, 2), "1 >= 2 \\(1 vs. 2\\)");
  EXPECT_DEATH(KVINTET_CHECK_LT(2, 2), "2 < 2 \\(2 vs. 2\\)");
  EXPECT_DEATH(KVINTET_CHECK_LE(3, 2), "3 <= 2 \\(3 vs. 2\\)");
  EXPECT_DEATH(KVINTET_CHECK_NE(2, 2), "2 != 2 \\(2 vs. 2\\)");
}

TEST(CheckDeathTest, PrintsEnumsBytesBoolsAndOpaqueTypes) {
  EXPECT_DEATH(KVINTET_CHECK_EQ(Color::kRed, Color::kBlue), "\\(7 vs. 9\\)");
  EXPECT_DEATH(KVINTET_CHECK_EQ(uint8_t{65}, uint8_t{66}), "\\(65 vs. 66\\)");
  EXPECT_DEATH(KVINTET_CHECK_EQ(true, false), "\\(true vs. false\\)");
  EXPECT_DEATH(KVINTET_CHECK_EQ(Opaque{1}, Opaque{2}), "\\([?] vs. [?]\\)");
}

TEST(CheckDeathTest, ComparesIntegersByValueWhateverTheirSigns) {
  KVINTET_CHECK_LT(-1, 1u);
  EXPECT_DEATH(KVINTET_CHECK_EQ(-1, 0xffffffffu), "\\(-1 vs. 4294967295\\)");
}

TEST(CheckDeathTest, NothingHoldsForNan) {
  EXPECT_DEATH(KVINTET_CHECK_LE(std::nan(""), 1.0), "nan");
  EXPECT_DEATH(KVINTET_CHECK_GE(std::nan(""), 1.0), "nan");
}

TEST(CheckTest, EvaluatesOperandsOnce) {
  int calls = 0;
  KVINTET_CHECK_EQ(++calls, 1);
  KVINTET_CHECK(++calls == 2);
  EXPECT_EQ(calls, 2);
}

TEST(CheckTest, TakesPointersAndMoveOnlyValues) {
  const auto owned = std::make_unique<int>(1);
  KVINTET_CHECK(owned);
  KVINTET_CHECK_NE(owned, nullptr);
}

TEST(CheckTest, DebugChecksAreEvaluatedOnlyInDebugBuilds) {
  int calls = 0;
  KVINTET_DCHECK(++calls > 0);
  KVINTET_DCHECK_EQ(++calls, 2);
#ifdef NDEBUG
  EXPECT_EQ(calls, 0);
#else
  EXPECT_EQ(calls, 2);
#endif
}

}  // namespace
}  // namespace kvintet
