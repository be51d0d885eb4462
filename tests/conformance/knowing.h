// Conformance checks of knowledge: views, observations, visible bytes, resampling.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Observations write all of their rows and nothing else, whatever was there before; all numbers are
// finite.
absl::Status CheckObservations(const Game& game, const Effort& effort);
// InitialView and Follow give the same view as MakeViews after every action.
absl::Status CheckFollow(const Game& game, const Effort& effort);
// A choice in a simultaneous stage is visible to nobody else before the stage is complete.
absl::Status CheckSealed(const Game& game, const Effort& effort);
// A seat sees its own actions, and different actions that it sees look different.
absl::Status CheckVisible(const Game& game, const Effort& effort);
// Equal seat records have equal views and equal seen bytes; different ones have different bytes.
absl::Status CheckSeatRecordsTellApart(const Game& game, const Effort& effort);
// Positions drawn from a view have that view, and the game can be played on from them.
absl::Status CheckResample(const Game& game, const Effort& effort);
// In games small enough to enumerate: positions are drawn with the chance probability of their
// histories.
absl::Status CheckResampleWeights(const Game& game, const Effort& effort);
// Things that a seat may hold out of sight (envs/held_things.h) have names of their own; what a
// seat holds is in order, and certain only if every position drawn from the view agrees.
absl::Status CheckHeldThings(const Game& game, const Effort& effort);
// Views with equal cache keys have the same legal actions and observation.
absl::Status CheckCacheKeys(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
