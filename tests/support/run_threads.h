// RunThreads: runs the same function in several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace kvintet::testing {

// Calls work(0) to work(count - 1), each in its own thread, and waits for all of them.
inline void RunThreads(size_t count, const std::function<void(size_t)>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    threads.emplace_back(work, i);
  }
}

}  // namespace kvintet::testing
