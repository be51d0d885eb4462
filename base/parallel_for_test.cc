// Tests of ParallelFor: each index once, whatever the number of threads.
#include "base/parallel_for.h"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet {
namespace {

// While it lives, no thread can be started: its stack would need all of the address space.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&usual_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;
  ~NoMoreThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }

 private:
  pthread_attr_t usual_;
};

void ExpectOneCallPerIndex(int threads, int64_t count) {
  std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
  ParallelFor(count, threads, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
  for (const std::atomic<int>& times : calls) {
    EXPECT_EQ(times, 1);
  }
}

TEST(ParallelForTest, CallsOncePerIndex) {
  for (const int threads : {1, 2, 7}) {
    for (const int64_t count : {0, 1, 5, 1000}) {
      ExpectOneCallPerIndex(threads, count);
    }
  }
}

TEST(ParallelForTest, WorksAloneIfNoOtherThreadCanStart) {
  const NoMoreThreads none;
  ExpectOneCallPerIndex(7, 1000);
}

}  // namespace
}  // namespace kvintet
