// Tests that matches reveal nothing hidden, and that RunMatchTwins would find a leak.
#include "tests/matches/match_twins.h"

#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

constexpr int64_t kPairs = 30;

class MatchTwinsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(MatchTwinsTest, NoByteTellsASecret) {
  ASSERT_OK_AND_ASSIGN(const TwinCount count, RunMatchTwins(GetParam(), kPairs, 1, false));
  EXPECT_EQ(count.leaks, 0) << count.example;
  EXPECT_GT(count.secret_pairs, kPairs / 10);
}

TEST_P(MatchTwinsTest, ALeakIsSeen) {
  ASSERT_OK_AND_ASSIGN(const TwinCount count, RunMatchTwins(GetParam(), kPairs, 1, true));
  EXPECT_GT(count.leaks, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, MatchTwinsTest, ::testing::Values("kontranto", "tantrix"));

}  // namespace
}  // namespace kvintet::matches
