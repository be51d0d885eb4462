// FleetView: what a learner sees of its actors.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <absl/status/status.h>

#include "base/pace.h"
#include "base/reports/rare_log.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// One thread at a time.
class FleetView {
 public:
  using Clock = Pace::Clock;

  // With `same_bytes`, it matters who plays a game, and actors are compared with this processor.
  explicit FleetView(bool same_bytes) : same_bytes_(same_bytes) {}

  // Looks now and then, and warns of actors on other processors. Errors: those of the link.
  absl::Status Look(RunLink* link, Clock::time_point now);

  // When it last looked: the actors, those that paused, and those whose spool was full.
  int64_t Actors() const { return actors_; }
  int64_t Paused() const { return paused_; }
  int64_t FullSpools() const { return full_; }

  static constexpr std::chrono::seconds kPause{5};

 private:
  const bool same_bytes_;
  Pace pace_{kPause};
  int64_t actors_ = 0;
  int64_t paused_ = 0;
  int64_t full_ = 0;
  RareLog mixed_{LogLevel::kWarning, "training",
                 "actors and learner have different processors, so the games of a round may depend "
                 "on who plays them"};
};

}  // namespace kvintet::training
