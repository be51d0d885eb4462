// Tests that the service reveals nothing hidden over HTTP, and that RunHttpTwins would find a leak.
#include "tests/matches/http_twins.h"

#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

constexpr int64_t kPairs = 30;
constexpr int64_t kLeakyPairs = 10;

class HttpTwinsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(HttpTwinsTest, NoByteTellsASecret) {
  ASSERT_OK_AND_ASSIGN(const HttpTwinCount count, RunHttpTwins(GetParam(), kPairs, 1, false));
  EXPECT_EQ(count.pairs, kPairs);
  EXPECT_EQ(count.leaks, 0) << count.example;
}

TEST_P(HttpTwinsTest, ALeakIsSeen) {
  ASSERT_OK_AND_ASSIGN(const HttpTwinCount count, RunHttpTwins(GetParam(), kLeakyPairs, 1, true));
  EXPECT_GT(count.leaks, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, HttpTwinsTest, ::testing::Values("kontranto", "tantrix"));

}  // namespace
}  // namespace kvintet::matches
