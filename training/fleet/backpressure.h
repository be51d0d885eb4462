// Backpressure: makes actors pause while too many of their games wait for the learner.
//
// Otherwise games pile up in the link whenever the actors play faster than the learner learns, and
// it learns from games that ever older models have played. On one machine the queue between players
// and learner does the same (GameQueue).
#pragma once

#include <chrono>
#include <cstdint>

#include <absl/status/status.h>

#include "base/pace.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// One thread at a time.
class Backpressure {
 public:
  using Clock = Pace::Clock;

  // Actors pause once more than `most_games` wait, until at most half as many do. REQUIRES:
  // most_games > 0.
  explicit Backpressure(int64_t most_games) : most_games_(most_games) {}

  // Looks once a second at what waits. Errors: those of the link.
  absl::Status Look(RunLink* link, Clock::time_point now);
  // Whether actors are to pause, as of the last look.
  bool Pauses() const { return pauses_; }

 private:
  const int64_t most_games_;
  Pace pace_{std::chrono::seconds(1)};
  bool pauses_ = false;
};

}  // namespace kvintet::training
