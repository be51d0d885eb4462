// StagePlan: the stages of a run, each with the whole of its configuration.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"

namespace kvintet::training {

// One stage: a run of its own.
struct Stage {
  std::string name = {};
  // Inside the run's folder.
  std::string directory = {};
  // Without stages. That of a later stage names the stage before it by network.initial_model or
  // learner.games_from.
  Config config = {};
  // What ends it, see StageConfig; 0: not that.
  int64_t games = 0;
  double share = 0;
};

// The stages of `config`, which has some, for a run in `directory`. InvalidArgument, naming the
// stage, for names, ends and changes that are none, for shares above 1 together, and as
// CheckSettings says of each stage's configuration; as CheckSlotSearches for a search that the game
// does not allow; FailedPrecondition where a stage cannot learn from the games of the one before.
absl::StatusOr<std::vector<Stage>> PlanStages(const envs::Game& game, const Config& config,
                                              const std::string& directory);

}  // namespace kvintet::training
