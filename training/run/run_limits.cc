// RunLimits: see the header.
#include "training/run/run_limits.h"

#include <algorithm>

#include "base/seconds.h"

namespace kvintet::training {

double RunLimits::Seconds() const { return seconds_before_ + SecondsSince(start_); }

std::optional<double> RunLimits::SecondsLeft() const {
  return minutes_ ? std::optional(std::max(0.0, 60 * *minutes_ - Seconds())) : std::nullopt;
}

std::optional<int64_t> RunLimits::GamesLeft(int64_t games) const {
  return games_ ? std::optional(std::max<int64_t>(0, *games_ - games)) : std::nullopt;
}

std::optional<RunLimits::Clock::time_point> RunLimits::Deadline() const {
  if (!minutes_) {
    return std::nullopt;
  }
  const std::chrono::duration<double> left(60 * *minutes_ - Seconds());
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
}

double RunLimits::DoneShare(int64_t games) const {
  if (minutes_) {
    return std::min(1.0, Seconds() / (60 * *minutes_));
  }
  return games_ ? ShareOfGames(games) : -1;
}

double RunLimits::ShareAt(double seconds, int64_t games) const {
  const double of_time = minutes_ ? seconds / (60 * *minutes_) : 0;
  return games_ ? std::max(of_time, ShareOfGames(games)) : of_time;
}

}  // namespace kvintet::training
