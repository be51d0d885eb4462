// ToSeconds, SecondsSince: durations, and time elapsed on the steady clock, in seconds.
#pragma once

#include <chrono>

namespace kvintet {

inline double ToSeconds(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return ToSeconds(std::chrono::steady_clock::now() - start);
}

}  // namespace kvintet
