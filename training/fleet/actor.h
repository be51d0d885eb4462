// RunActor: plays games for a run that another process learns from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <absl/status/status.h>

#include "training/link/run_link.h"

namespace kvintet::training {

// The pauses between looks at the head, and between notes of presence.
inline constexpr double kHeadSeconds = 1;
inline constexpr double kShowSeconds = 5;

// What to play for, and where to keep what the learner does not have yet.
struct ActorOptions {
  // Must outlive the actor. Used by the caller's thread alone.
  RunLink* link = nullptr;
  // The folder of its spool; one for each actor.
  std::string spool = {};
  // Threads that play; 0: one per core.
  int threads = 0;
  // No game is begun while the spool holds this many bytes or more.
  int64_t max_spool_bytes = int64_t{256} << 20;
  // Ends the actor: finished games are sealed and offered once more, games in play are dropped.
  std::stop_token stop = {};
  // Told about once a second. May be empty.
  std::function<void(const ActorNote&)> progress = {};
};

// Plays until `stop`. Waits for the learner and for the link as long as it takes. Returns an error
// if
//   this program and the run's disagree about rules or records (FailedPrecondition);
//   the learner refuses three shards in a row (FailedPrecondition);
//   the game or its configuration is unknown here, or the spool cannot be used.
absl::Status RunActor(const ActorOptions& options);

}  // namespace kvintet::training
