// Train: play, learn, publish, round after round, on a run directory.
//
// A round plays a fixed number of games with the newest model, learns from the window as far as the
// train bucket allows, and commits: model, learner and games enter the manifest together. A run
// that is stopped at any instant goes on from its last commit; what a round does is a function of
// that commit and the configuration, so it is done again with the same bytes.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/progress.h"

namespace kvintet::training {

// What to train on, where, and for how long.
struct TrainOptions {
  // Must outlive the run.
  const envs::Game* game = nullptr;
  Config config = {};
  // The run directory; made, or gone on with.
  std::string directory = {};
  // Limits over the whole run, all its sessions together; without both it goes on until `stop`.
  std::optional<double> minutes = {};
  std::optional<int64_t> games = {};
  // Ends the round early; the games that have ended count.
  std::stop_token stop = {};
  // Told after each round, and at times within; from any thread, one call at a time.
  std::function<void(const Progress&)> progress = {};
};

// Errors: a configuration that does not fit the game or the run there, a game that the search
// cannot play, a device that is not there, files that cannot be read or written.
absl::StatusOr<Progress> Train(const TrainOptions& options);

}  // namespace kvintet::training
