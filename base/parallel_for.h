// ParallelFor, StartThreads: the same work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace kvintet {

// Starts `count` threads that call `work`, or fewer if the system gives no more.
template <typename Work>
std::vector<std::jthread> StartThreads(int64_t count, const Work& work) {
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<size_t>(std::max<int64_t>(0, count)));
  try {
    for (int64_t i = 0; i < count; ++i) {
      threads.emplace_back(work);
    }
  } catch (const std::system_error&) {
    // Those that have started do the work of the others.
  }
  return threads;
}

// Calls `work` once for each number from 0 to `count` - 1, on this thread and up to `threads` - 1
// others, in any order, and returns after the last call. REQUIRES: `work` does not throw.
template <typename Work>
void ParallelFor(int64_t count, int threads, const Work& work) {
  std::atomic<int64_t> next = 0;
  const auto take = [&] {
    for (int64_t i = next++; i < count; i = next++) {
      work(i);
    }
  };
  const std::vector<std::jthread> helpers =
      StartThreads(std::min<int64_t>(threads, count) - 1, take);
  take();
}

}  // namespace kvintet
