// RareLog: rate-limited log lines for events that may happen many times a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include <absl/strings/string_view.h>

#include "base/reports/log.h"

namespace kvintet {

// Writes the first event at once, then at most one line per `pause`. Each line gives the number of
// events that it stands for:
//
//   2026-01-31T12:00:00.123Z WARNING serving: a turn is tried again why=UNAVAILABLE times=212
//
// Events within the last pause may remain unreported. Any thread.
class RareLog {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kPause{10};

  RareLog(LogLevel level, std::string room, std::string sentence)
      : level_(level), room_(std::move(room)), sentence_(std::move(sentence)) {}

  void Tell(absl::string_view why, Clock::time_point now = Clock::now());

 private:
  const LogLevel level_;
  const std::string room_;
  const std::string sentence_;
  std::mutex mutex_;
  // Guarded by mutex_. The number of events since the last line, and the time from which the next
  // line may be written.
  int64_t times_ = 0;
  Clock::time_point next_ = Clock::time_point::min();
};

}  // namespace kvintet
