// What a game owes of acting: who acts, what is legal, steps, chance, the end.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Sizes, names and bounds of the GameSpec fit each other.
absl::Status CheckSpec(const Game& game, const Effort& effort);
// Initialize is the same for every row, and somebody must act.
absl::Status CheckInitial(const Game& game, const Effort& effort);
// Actors, MustAct and masks agree: those who must act have a legal action, others and spectators
// none; chance acts alone and has outcomes.
absl::Status CheckActors(const Game& game, const Effort& effort);
// Games end within max_game_length, zero-sum in [-1, 1], with a reason.
absl::Status CheckEnds(const Game& game, const Effort& effort);
// Step is a function of its arguments and touches its own row only.
absl::Status CheckSteps(const Game& game, const Effort& effort);
// In a simultaneous stage the order, and how actions alternate, does not matter.
absl::Status CheckOrder(const Game& game, const Effort& effort);
// Outcomes of chance ascend, have probabilities that sum to one, and are drawn as often.
absl::Status CheckChance(const Game& game, const Effort& effort);
// Verbs on many rows give what they give row by row.
absl::Status CheckBatches(const Game& game, const Effort& effort);
// The yardstick's actions are legal, and there is one.
absl::Status CheckGreedy(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
