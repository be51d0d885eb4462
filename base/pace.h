// Pace: says when something is due that is done at most once in a while.
#pragma once

#include <chrono>

namespace kvintet {

// One thread at a time.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Pace(Clock::duration pause) : pause_(pause) {}

  // Whether it is due: at first, and when `pause` has passed since it was last due.
  bool IsDue(Clock::time_point now) {
    if (now < next_) {
      return false;
    }
    next_ = now + pause_;
    return true;
  }

 private:
  const Clock::duration pause_;
  Clock::time_point next_ = Clock::time_point::min();
};

}  // namespace kvintet
