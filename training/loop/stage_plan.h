// StagePlan: splits a configuration into the stages of a run, each with its full configuration.
#pragma once

#include <cstddef>
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
  // Has no stages itself. The configuration of a later stage refers to the stage before it through
  // network.initial_model or learner.games_from.
  Config config = {};
  // What ends the stage, see StageConfig; 0: not limited by this.
  int64_t games = 0;
  double share = 0;
};

// The run directory of stage number `index`, from 0, of a run in `directory`.
std::string StageDirectory(const std::string& directory, size_t index, const std::string& name);

// The stages of `config`, which must have some, for a run in `directory`. InvalidArgument, naming
// the stage, for invalid names, ends or changes, for shares that exceed 1 in total, and as
// CheckSettings says of each stage's configuration. Fails as CheckSlotSearches for a search that
// the game does not allow. FailedPrecondition if a stage cannot learn from the games of the one
// before.
absl::StatusOr<std::vector<Stage>> PlanStages(const envs::Game& game, const Config& config,
                                              const std::string& directory);

}  // namespace kvintet::training
