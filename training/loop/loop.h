// Train: plays, learns and publishes on a run directory, by the schedule of self_play.schedule; if
// it has several stages, one after the other (stages.h).
//
// A commit enters model, learner and games into the manifest together; a run that is stopped at any
// instant goes on from its last one. In rounds, what follows is a function of that commit and the
// configuration, and is done again with the same bytes; continuously, what was sealed after it is
// recovered.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/run/progress.h"

namespace kvintet::training {

// What to train on, where, and for how long.
struct TrainOptions {
  // Must outlive the run.
  const envs::Game* game = nullptr;
  Config config = {};
  // The run directory; made, or gone on with.
  std::string directory = {};
  // Limits over the whole run, all its sessions and stages together; without both it goes on until
  // `stop`. Games are those that it plays itself.
  std::optional<double> minutes = {};
  std::optional<int64_t> games = {};
  // Ends the round early; the games that have ended count.
  std::stop_token stop = {};
  // How this program is started as a further rank (network/ranks.h); without it there are none.
  std::vector<std::string> rank_command = {};
  // Told after each round, and at times within; from any thread, one call at a time.
  std::function<void(const Progress&)> progress = {};
};

// Errors: a configuration that does not fit the game or the run there, a game that the search
// cannot play, a device that is not there, files that cannot be read or written.
absl::StatusOr<Progress> Train(const TrainOptions& options);

}  // namespace kvintet::training
