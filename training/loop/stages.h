// TrainStages: a run of several stages, one after the other.
//
//   stages.textproto     the configuration, with its stages
//   01_NAME, 02_NAME...  the stages, each a run directory (run_directory.h); a later one begins
//   with
//                        what the one before has made
//   newest               a link to the newest stage that has a model worth playing
//   latest.model, manifest.jsonl, config.textproto...
//                        links to those of the newest stage: who reads a run reads that one
//   lock                 held by the process that works on the run
//
// A stage is over when the one after it has its configuration, or when it has reached its own end;
// both stand on the disk, so that a run that was stopped at any instant goes on where it was.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/loop/loop.h"

namespace kvintet::training {

// Whether there is a run of several stages.
bool HasStages(const std::string& directory);

// As Train, for a configuration with stages or a run that has them. Limits are over all stages.
// InvalidArgument also for stages that end by a share of limits where there are none;
// FailedPrecondition for a run of one stage in the directory.
absl::StatusOr<Progress> TrainStages(const TrainOptions& options);

// The configuration that a run was begun with, its stages included. NotFound if there is none.
absl::StatusOr<Config> ReadWholeConfig(const std::string& directory);

// The run directory of a run: of one with several stages, that of its newest.
std::string NewestStage(const std::string& directory);

}  // namespace kvintet::training
