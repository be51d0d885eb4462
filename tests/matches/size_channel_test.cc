// Tests that message sizes do not reveal hidden choices, and that RunSizeChannel would find it.
#include "tests/matches/size_channel.h"

#include "base/rng.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

constexpr int64_t kPhases = 40;

class SizeChannelTest : public ::testing::TestWithParam<const char*> {};

// All observations are the same, so they cannot carry any information.
TEST_P(SizeChannelTest, SizesTellNothing) {
  ASSERT_OK_AND_ASSIGN(const SizeCount count, RunSizeChannel(GetParam(), kPhases, 1, false));
  EXPECT_EQ(count.lengths.Estimate(), 0);
  EXPECT_EQ(count.kinds.Estimate(), 0);
  EXPECT_EQ(count.uneven, 0);
}

TEST_P(SizeChannelTest, ALeakIsSeen) {
  ASSERT_OK_AND_ASSIGN(const SizeCount count, RunSizeChannel(GetParam(), kPhases, 1, true));
  EXPECT_GT(count.kinds.Estimate(), 0.1);
  EXPECT_GT(count.kinds.Bound(kSizeClasses), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Games, SizeChannelTest, ::testing::Values("kontranto", "goofspiel"));

TEST(LeakedInformationTest, CountsWhatIsTold) {
  LeakedInformation all;
  LeakedInformation none;
  RandomStream random(1, 0, 0, Purpose::kTest);
  constexpr int kTimes = 100000;
  for (int i = 0; i < kTimes; ++i) {
    const std::string secret(1, static_cast<char>('a' + random.Below(8)));
    all.Add("", secret, secret);
    none.Add("", secret, std::string(1, static_cast<char>('a' + random.Below(8))));
  }
  EXPECT_NEAR(all.Estimate(), 3, 0.001);
  EXPECT_GE(all.Bound(8), 2.99);
  EXPECT_LT(none.Estimate(), 0.001);
}

// A common dependence on the context is no leak, even if secret and seen are correlated.
TEST(LeakedInformationTest, LeavesThePublicContextAside) {
  LeakedInformation apart;
  LeakedInformation together;
  for (int i = 0; i < 100000; ++i) {
    const std::string ply = i % 2 == 0 ? "0" : "1";
    apart.Add(ply, ply, ply);
    together.Add("", ply, ply);
  }
  EXPECT_EQ(apart.Estimate(), 0);
  EXPECT_LT(apart.Bound(64), 0.01);
  EXPECT_NEAR(together.Estimate(), 1, 0.001);
}

TEST(LeakedInformationTest, KnowsLittleFromLittle) {
  LeakedInformation few;
  for (int i = 0; i < 100; ++i) {
    few.Add("", i % 2 == 0 ? "a" : "b", "same");
  }
  EXPECT_EQ(few.Estimate(), 0);
  EXPECT_GT(few.Bound(64), 0.1);
  // One observation in a thousand that differs may be all there is.
  LeakedInformation rare;
  for (int i = 0; i < 10000; ++i) {
    rare.Add("", i % 2 == 0 ? "a" : "b", i % 1000 == 0 ? "other" : "same");
  }
  EXPECT_GT(rare.Bound(64), rare.Estimate());
  EXPECT_GT(rare.Bound(64), 0.01);
}

}  // namespace
}  // namespace kvintet::matches
