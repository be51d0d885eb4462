// RunLimits: how long a run may last, in time and games, and how far it has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace kvintet::training {

// The limits and the clock of a run, which all its sessions share. Games are those that the run has
// played itself.
class RunLimits {
 public:
  using Clock = std::chrono::steady_clock;

  // The clock starts now, at `seconds_before`: the seconds that earlier sessions have worked.
  RunLimits(std::optional<double> minutes, std::optional<int64_t> games, double seconds_before)
      : minutes_(minutes), games_(games), seconds_before_(seconds_before) {}

  double Seconds() const;
  bool TimeIsUp() const { return minutes_ && Seconds() >= 60 * *minutes_; }
  bool GamesAreUp(int64_t games) const { return games_ && games >= *games_; }

  // What is left, at least 0; empty without that limit.
  std::optional<double> SecondsLeft() const;
  std::optional<int64_t> GamesLeft(int64_t games) const;
  // When the time is up; empty without a limit on time.
  std::optional<Clock::time_point> Deadline() const;

  // The share of the limit on time that is used up now, or else of that on games; -1 without
  // limits. For viewers.
  double DoneShare(int64_t games) const;
  // The share of the limits that is used up after these seconds and games: the greater of both, and
  // 0 without limits. Does not depend on the clock.
  double ShareAt(double seconds, int64_t games) const;

 private:
  double ShareOfGames(int64_t games) const {
    return static_cast<double>(games) / static_cast<double>(*games_);
  }

  std::optional<double> minutes_;
  std::optional<int64_t> games_;
  double seconds_before_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace kvintet::training
