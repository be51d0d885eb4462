// CheckSettings: finds settings that exclude each other.
#pragma once

#include <absl/status/status.h>

#include "envs/game.h"
#include "proto/config.pb.h"

namespace kvintet::training {

// InvalidArgument, naming both, if two settings that are each within range cannot be combined, or
// if one needs something that the game does not have. REQUIRES: the configuration has passed its
// check (proto/config_check.h).
absl::Status CheckSettings(const envs::Game& game, const Config& config);

}  // namespace kvintet::training
