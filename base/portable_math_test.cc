// Tests of Log and Exp: close to the C library's, exact where required, golden bits.
#include "base/portable_math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The distance in units in the last place of `b`.
double Ulps(double a, double b) {
  return std::abs(a - b) / (std::nextafter(std::abs(b), kInfinity) - std::abs(b));
}

TEST(PortableMathTest, LogIsWithinTwoUnits) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int i = 0; i < 200000; ++i) {
    const double x = std::ldexp(1 + random.Uniform(), static_cast<int>(random.Below(2000)) - 1000);
    ASSERT_LE(Ulps(portable::Log(x), std::log(x)), 2) << x;
    const double near_one = 0.5 + random.Uniform();
    ASSERT_LE(Ulps(portable::Log(near_one), std::log(near_one)), 2) << near_one;
  }
}

TEST(PortableMathTest, LogOfSpecialValues) {
  EXPECT_EQ(portable::Log(1), 0);
  EXPECT_EQ(portable::Log(0), -kInfinity);
  EXPECT_EQ(portable::Log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable::Log(-1)));
  EXPECT_TRUE(std::isnan(portable::Log(std::nan(""))));
  EXPECT_NEAR(portable::Log(5e-324), std::log(5e-324), 1e-12);
}

TEST(PortableMathTest, ExpIsWithinTwoUnits) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  for (int i = 0; i < 200000; ++i) {
    const double x = (random.Uniform() - 0.5) * 1400;
    ASSERT_LE(Ulps(portable::Exp(x), std::exp(x)), 2) << x;
    const double small = (random.Uniform() - 0.5) * 4;
    ASSERT_LE(Ulps(portable::Exp(small), std::exp(small)), 2) << small;
  }
}

TEST(PortableMathTest, ExpOfSpecialValues) {
  EXPECT_EQ(portable::Exp(0), 1);
  EXPECT_EQ(portable::Exp(-kInfinity), 0);
  EXPECT_EQ(portable::Exp(kInfinity), kInfinity);
  EXPECT_EQ(portable::Exp(710), kInfinity);
  EXPECT_TRUE(std::isnan(portable::Exp(std::nan(""))));
}

TEST(PortableMathTest, BitsAreTheSameInEveryBuild) {
  uint64_t bits = 0;
  for (int i = 1; i <= 1000; ++i) {
    bits = std::rotl(bits, 7) ^ std::bit_cast<uint64_t>(portable::Log(i / 37.0));
    bits = std::rotl(bits, 7) ^ std::bit_cast<uint64_t>(portable::Exp((i - 500) / 37.0));
  }
  EXPECT_EQ(bits, 1054623668082592656u);
}

}  // namespace
}  // namespace kvintet
