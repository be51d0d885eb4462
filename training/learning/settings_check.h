// CheckSettings: which settings of a configuration exclude each other.
#pragma once

#include <absl/status/status.h>

#include "envs/game.h"
#include "proto/config.pb.h"

namespace kvintet::training {

// InvalidArgument, naming both, where settings that are each within their range don't go together,
// or one asks for what the game does not have.
// REQUIRES: the configuration has passed its check (proto/config_check.h).
absl::Status CheckSettings(const envs::Game& game, const Config& config);

}  // namespace kvintet::training
