// RunContinuously: plays and learns at the same time.
#pragma once

#include <absl/status/status.h>

#include "training/loop/session.h"

namespace kvintet::training {

// Runs until the session is done. Threads play without a break and switch to each new model in
// mid-game. This thread learns from finished games and takes all steps that they allow before it
// takes more games. Games wait in a queue of games_per_round games; playing pauses while it is
// full. Every games_per_round games a model is published and everything is committed.
absl::Status RunContinuously(Session* session);

}  // namespace kvintet::training
