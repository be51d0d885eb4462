// Probe: checks periodically whether the server works.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

#include "absl/status/status.h"

#include "serving/calls/periodic.h"

namespace kvintet::serving {

// Runs its own thread.
class Probe {
 public:
  // Number of consecutive failures after which the server counts as dead.
  static constexpr int kPatience = 3;

  // `ask` must return in bounded time. `on_failure` is called for each failure and told whether it
  // is the last one, after which the probe stops.
  Probe(std::chrono::milliseconds period, std::function<absl::Status()> ask,
        std::function<void(const absl::Status&, bool last)> on_failure)
      : ask_(std::move(ask)),
        on_failure_(std::move(on_failure)),
        periodic_(period, [this] { Ask(); }) {}

  // Whether the last check succeeded; true before the first.
  bool Healthy() const { return failures_ == 0; }

 private:
  void Ask() {
    if (failures_ >= kPatience) {
      return;
    }
    if (const absl::Status answer = ask_(); !answer.ok()) {
      ++failures_;
      on_failure_(answer, failures_ == kPatience);
    } else {
      failures_ = 0;
    }
  }

  const std::function<absl::Status()> ask_;
  const std::function<void(const absl::Status&, bool last)> on_failure_;
  std::atomic<int> failures_ = 0;
  // Last member, so that it is stopped first.
  Periodic periodic_;
};

}  // namespace kvintet::serving
