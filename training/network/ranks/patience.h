// Patience: how long ranks that come and fail may hold up a learner; internal.
#pragma once

#include <algorithm>
#include <chrono>

namespace kvintet::network {

// A minute at first, and a tenth of the time that passes, but never more than a minute. One thread
// at a time.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  explicit Patience(Clock::time_point now) : last_(now) {}

  // The learner was held up for so long, until now.
  void Spend(Seconds time, Clock::time_point now) {
    Recover(now);
    left_ -= time;
  }

  bool IsLeft(Clock::time_point now) {
    Recover(now);
    return left_.count() > 0;
  }

 private:
  static constexpr Seconds kMost{60};
  static constexpr double kShare = 0.1;

  void Recover(Clock::time_point now) {
    left_ = std::min<Seconds>(kMost, left_ + kShare * (now - last_));
    last_ = now;
  }

  Seconds left_ = kMost;
  Clock::time_point last_;
};

}  // namespace kvintet::network
