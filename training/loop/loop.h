// Train: plays, learns and publishes in a run directory, as self_play.schedule says. A run with
// several stages works through them in order (stages.h).
//
// A commit enters model, learner and games into the manifest together. A run that is stopped at any
// moment resumes from its last commit. In rounds, what follows is a function of that commit and the
// configuration, and is repeated with the same bytes. In continuous mode, what was sealed after the
// commit is recovered.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "training/link/run_link.h"
#include "training/run/progress.h"

namespace kvintet::network {
class RankDoor;
}  // namespace kvintet::network

namespace kvintet::training {

// What to train on, where, and for how long.
struct TrainOptions {
  // Must outlive the run.
  const envs::Game* game = nullptr;
  Config config = {};
  // The run directory, new or existing.
  std::string directory = {};
  // Limits over the whole run, all its sessions and stages together. Without both it runs until
  // `stop`. Games are those that the run plays itself.
  std::optional<double> minutes = {};
  std::optional<int64_t> games = {};
  // Ends the round early. The games that have ended count.
  std::stop_token stop = {};
  // If set, actors play, in processes of their own (learn_from_actors.h); this process only
  // learns from their games. Must outlive the run. Not with sparring partners.
  RunLink* link = nullptr;
  // How to start this program as a further rank (network/ranks/ranks.h); empty: no further ranks.
  std::vector<std::string> rank_command = {};
  // Where further ranks on other hosts join, or null. Must outlive the run.
  network::RankDoor* rank_door = nullptr;
  // Called after each round, and at times within one; from any thread, one call at a time.
  std::function<void(const Progress&)> progress = {};
};

// Fails for a configuration that does not fit the game or the existing run, a game that the search
// cannot play, a missing device, or files that cannot be read or written.
absl::StatusOr<Progress> Train(const TrainOptions& options);

}  // namespace kvintet::training
