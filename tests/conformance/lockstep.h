// RunLockstep: plays the same random games in the fast rules and in the slow reference.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// How much was compared.
struct LockstepReport {
  int64_t games = 0;
  int64_t plies = 0;
};

// Plays from `start`, a reference of the same game and options, until `plies` whole moves and
// outcomes have been compared: who acts, the text of every legal move, chance outcomes and
// probabilities, which positions a seat can tell apart, and results. Returns FailedPrecondition
// with the record if the two differ.
absl::StatusOr<LockstepReport> RunLockstep(const envs::Game& game,
                                           const reference::ReferenceGame& start, int64_t plies,
                                           uint64_t seed);

}  // namespace kvintet::conformance
