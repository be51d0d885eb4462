// SecondsSince: elapsed time on the steady clock, in seconds.
#pragma once

#include <chrono>

namespace kvintet {

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace kvintet
