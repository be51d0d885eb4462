// KeepConfig: stores the configuration that a run was begun with and checks later sessions against
// it.
#pragma once

#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet::training {

// Writes `file`, with all defaults filled in, if it does not exist. Otherwise FailedPrecondition,
// naming the differences, if it holds another configuration. Fields that change neither games nor
// weights may differ, and the new value is stored: learner.ranks, learner.rank_timeout_seconds,
// storage.max_gib, strength, and the path of a model or run whose SHA-256 is unchanged
// (self_play.sparring_model, network.initial_model, learner.games_from).
absl::Status KeepConfig(const std::string& file, const Config& config);

// Reads such a file, with its game written in full. NotFound if there is none.
absl::StatusOr<Config> ReadKeptConfig(const std::string& file);

}  // namespace kvintet::training
