// Tests of zstd frames: round trips, all kinds of damage, size bounds.
#include "base/files/zstd_frame.h"

#include <cstddef>
#include <string>

#include <absl/status/status.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::StatusIs;

constexpr size_t kMaxSize = 1 << 20;

// Half repetitive, half random, so that all kinds of blocks occur.
std::string SampleBytes() {
  RandomStream random(1, 0, 0, Purpose::kTest);
  std::string bytes;
  for (int i = 0; i < 500; ++i) {
    bytes += "row ";
    bytes += static_cast<char>(random.Below(256));
  }
  return bytes;
}

TEST(ZstdFrameTest, RoundTrips) {
  for (const std::string& bytes : {std::string(), std::string(1, '\0'), SampleBytes()}) {
    EXPECT_THAT(Decompress(Compress(bytes), kMaxSize), IsOkAndHolds(bytes));
    EXPECT_THAT(Decompress(Compress(bytes, 19), kMaxSize), IsOkAndHolds(bytes));
  }
}

TEST(ZstdFrameTest, MakesRepetitiveBytesSmall) {
  EXPECT_LT(Compress(std::string(100000, 'a')).size(), 100u);
}

TEST(ZstdFrameTest, EveryTruncationIsDataLoss) {
  const std::string frame = Compress(SampleBytes());
  for (size_t size = 0; size < frame.size(); ++size) {
    ASSERT_THAT(Decompress(frame.substr(0, size), kMaxSize), StatusIs(absl::StatusCode::kDataLoss))
        << size;
  }
}

TEST(ZstdFrameTest, NoFlippedBitChangesTheContentUnseen) {
  const std::string frame = Compress(SampleBytes());
  for (size_t bit = 0; bit < 8 * frame.size(); ++bit) {
    std::string damaged = frame;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << (bit % 8));
    const auto result = Decompress(damaged, kMaxSize);
    // Some bits of a frame have no meaning, and some matches can be encoded in more than one way.
    if (result.ok()) {
      EXPECT_EQ(*result, SampleBytes()) << bit;
    } else {
      EXPECT_TRUE(absl::IsDataLoss(result.status()) || absl::IsResourceExhausted(result.status()))
          << result.status();
    }
  }
}

TEST(ZstdFrameTest, BytesAfterTheFrameAreDataLoss) {
  EXPECT_THAT(Decompress(Compress("x") + "y", kMaxSize), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(Decompress(Compress("x") + Compress("y"), kMaxSize),
              StatusIs(absl::StatusCode::kDataLoss));
}

TEST(ZstdFrameTest, KeepsToTheSizeBound) {
  const std::string frame = Compress(std::string(1000, 'a'));
  EXPECT_OK(Decompress(frame, 1000));
  EXPECT_THAT(Decompress(frame, 999), StatusIs(absl::StatusCode::kResourceExhausted, "999"));
}

}  // namespace
}  // namespace kvintet
