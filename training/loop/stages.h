// TrainStages: trains a run of several stages, one after the other.
//
//   stages.textproto     the configuration, with its stages
//   01_NAME, 02_NAME...  the stages, each a run directory (run_directory.h); a later stage begins
//                        with what the one before has made
//   newest               a link to the newest stage that has a model worth playing
//   latest.model, manifest.jsonl, config.textproto...
//                        links to those of the newest stage, so readers of the run see that stage
//   lock                 held by the process that works on the run
//
// A stage is over when the stage after it has its configuration, or when it has reached its own
// end and taken its steps. Both are visible on disk, so a run that was stopped at any moment
// resumes where it was.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/loop/loop.h"

namespace kvintet::training {

// Whether the directory holds a run of several stages.
bool HasStages(const std::string& directory);

// Like Train, for a configuration with stages or a run that has them. Limits are over all stages.
// InvalidArgument also if a stage ends at a share of the limits but there are none.
// FailedPrecondition if the directory holds a run of one stage.
absl::StatusOr<Progress> TrainStages(const TrainOptions& options);

// The configuration that a run was begun with, including its stages. NotFound if there is none.
absl::StatusOr<Config> ReadWholeConfig(const std::string& directory);

// A run directory, and what Progress::stage says of its stage.
struct StageRun {
  std::string directory = {};
  std::string stage = {};
};

// The run directories of a run, oldest first: those of the stages that have begun, or its own.
// Errors are those of ReadWholeConfig.
absl::StatusOr<std::vector<StageRun>> StageRuns(const std::string& directory);

// The run directory of a run; for one with several stages, that of its newest stage.
std::string NewestStage(const std::string& directory);

}  // namespace kvintet::training
