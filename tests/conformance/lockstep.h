// RunLockstep: the fast rules and the slow, obvious ones play the same random games.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// How far two implementations were compared.
struct LockstepReport {
  int64_t games = 0;
  int64_t plies = 0;
};

// Plays from `start` on, a reference of the same game and options, until `plies` whole moves and
// outcomes have been compared: who acts, every legal move's text, chance's outcomes and
// probabilities, which positions a seat can tell apart, the results. FailedPrecondition with the
// record where the two differ.
absl::StatusOr<LockstepReport> RunLockstep(const envs::Game& game,
                                           const reference::ReferenceGame& start, int64_t plies,
                                           uint64_t seed);

}  // namespace kvintet::conformance
