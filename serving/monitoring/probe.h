// Probe: asks again and again whether the server does its work.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

#include "absl/status/status.h"

#include "serving/calls/periodic.h"

namespace kvintet::serving {

// One thread of its own.
class Probe {
 public:
  // Failures in a row after which the server counts as dead.
  static constexpr int kPatience = 3;

  // `ask` gives up by itself. `on_failure` is told of each failure, and whether it was the last one
  // that is borne; after that one nothing is asked any more.
  Probe(std::chrono::milliseconds period, std::function<absl::Status()> ask,
        std::function<void(const absl::Status&, bool last)> on_failure)
      : ask_(std::move(ask)),
        on_failure_(std::move(on_failure)),
        periodic_(period, [this] { Ask(); }) {}

  // Whether the last question was answered; true before the first.
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
  // Last: stopped first.
  Periodic periodic_;
};

}  // namespace kvintet::serving
