// RunInRounds: alternates between a round of games with one model and learning.
#pragma once

#include <absl/status/status.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Runs until the session is done. A round is a function of the commit before it and the
// configuration.
absl::Status RunInRounds(Session* session);

}  // namespace kvintet::training
