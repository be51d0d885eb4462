// Tests of ParallelFor: each index once, whatever the number of threads.
#include "base/parallel_for.h"

#include <sys/resource.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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

// Sanitizers take more address space than any limit leaves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ParallelForTest, WorksOnTheThreadsThatStart) {
  const auto sum_without_room = [] {
    const rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    setrlimit(RLIMIT_AS, &none);
    std::atomic<int64_t> sum = 0;
    ParallelFor(100, 8, [&](int64_t i) { sum += i; });
    std::_Exit(sum == 4950 ? 0 : 1);
  };
  EXPECT_EXIT(sum_without_room(), ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace kvintet
