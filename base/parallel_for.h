// ParallelFor: calls a function for many indices on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace kvintet {

// Calls `work` once for each number from 0 to `count` - 1, on this thread and up to `threads` - 1
// others, as far as the system starts them, in any order, and returns after the last call.
// REQUIRES: `work` does not throw.
template <typename Work>
void ParallelFor(int64_t count, int threads, const Work& work) {
  std::atomic<int64_t> next = 0;
  const auto take = [&] {
    for (int64_t i = next++; i < count; i = next++) {
      work(i);
    }
  };
  std::vector<std::jthread> helpers;
  try {
    for (int64_t i = 1; i < std::min<int64_t>(threads, count); ++i) {
      helpers.emplace_back(take);
    }
  } catch (const std::system_error&) {
    // Those that have started, and this one, do all the work.
  }
  take();
}

}  // namespace kvintet
