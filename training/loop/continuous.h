// RunContinuously: playing and learning at once.
#pragma once

#include <absl/status/status.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Until the session is done: threads play without a break and go on with each new model in
// mid-game, while this thread learns from the games that have ended, all steps that they allow
// before it takes more. Games wait in a queue that holds games_per_round; where it is full, playing
// waits. A model is published, and all is committed, every games_per_round games.
absl::Status RunContinuously(Session* session);

}  // namespace kvintet::training
