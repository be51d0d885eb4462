// LearnFromGiven: a run's first steps if it was given games (learner.games_from).
#pragma once

#include <absl/status/statusor.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Takes the steps that the given games allow, before the run has games of its own, with regular
// commits. A resumed session takes the remaining steps. Returns true once there are none left.
absl::StatusOr<bool> LearnFromGiven(Session* session);

}  // namespace kvintet::training
