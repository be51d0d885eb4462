// Tests of ParallelFor: each index once, whatever the number of threads.
#include "base/parallel_for.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

TEST(ParallelForTest, CallsOncePerIndex) {
  for (const int threads : {1, 2, 7}) {
    for (const int64_t count : {0, 1, 5, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
      ParallelFor(count, threads, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
      for (const std::atomic<int>& times : calls) {
        EXPECT_EQ(times, 1);
      }
    }
  }
}

}  // namespace
}  // namespace kvintet
