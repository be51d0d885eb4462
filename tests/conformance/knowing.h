// What a game owes of knowing: views, observations, what is visible, resampling.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Observations fill exactly their rows, whatever lay there, with finite numbers.
absl::Status CheckObservations(const Game& game, const Effort& effort);
// InitialView and Follow give, at every action, the view that MakeViews gives.
absl::Status CheckFollow(const Game& game, const Effort& effort);
// What is chosen in a simultaneous stage shows to nobody else before the stage is complete.
absl::Status CheckSealed(const Game& game, const Effort& effort);
// A seat sees its own actions; different actions it sees look different.
absl::Status CheckVisible(const Game& game, const Effort& effort);
// Equal seats' records have equal views and have seen equal bytes; different ones different bytes.
absl::Status CheckSeatRecordsTellApart(const Game& game, const Effort& effort);
// Positions drawn from a view have that view, and the game can go on from them.
absl::Status CheckResample(const Game& game, const Effort& effort);
// In games small enough to play out: drawn positions come by the chance probability of their
// histories.
absl::Status CheckResampleWeights(const Game& game, const Effort& effort);
// Views with equal cache keys have the same legal actions and observation.
absl::Status CheckCacheKeys(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
