// LearnFromGiven: what a run does first, if it was given games (learner.games_from).
#pragma once

#include <absl/status/statusor.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Takes the steps that the given games allow, before the run has games of its own, and commits now
// and then; a session that goes on takes those that are left. True once there are none left.
absl::StatusOr<bool> LearnFromGiven(Session* session);

}  // namespace kvintet::training
