// KeepConfig: the configuration that a run is begun with, and goes on with.
#pragma once

#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet::training {

// Writes `file`, with all defaults, where it is not there. Else FailedPrecondition, naming the
// differences, if it has another configuration. What changes neither games nor weights may differ,
// and is kept from then on: learner.ranks, learner.rank_timeout_seconds, storage.max_gib, strength,
// and where a model or a run lies whose SHA-256 is the same (self_play.sparring_model,
// network.initial_model, learner.games_from).
absl::Status KeepConfig(const std::string& file, const Config& config);

// What such a file says, its game written in full. NotFound where there is none.
absl::StatusOr<Config> ReadKeptConfig(const std::string& file);

}  // namespace kvintet::training
