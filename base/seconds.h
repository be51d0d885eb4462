// Seconds of the steady clock, as numbers.
#pragma once

#include <chrono>

namespace kvintet {

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace kvintet
