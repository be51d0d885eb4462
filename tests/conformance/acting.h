// Conformance checks of acting: who acts, legal actions, steps, chance, ends of games.
#pragma once

#include "absl/status/status.h"

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Sizes, names and bounds of the GameSpec are consistent.
absl::Status CheckSpec(const Game& game, const Effort& effort);
// Initialize gives the same position in every row, and somebody must act in it.
absl::Status CheckInitial(const Game& game, const Effort& effort);
// Actors, MustAct and masks agree: actors that must act have a legal action, other seats and
// spectators have none; chance acts alone and has outcomes.
absl::Status CheckActors(const Game& game, const Effort& effort);
// Games end within max_game_length, with zero-sum returns in [-1, 1] and a reason.
absl::Status CheckEnds(const Game& game, const Effort& effort);
// Step is a function of its arguments and changes only its own row.
absl::Status CheckSteps(const Game& game, const Effort& effort);
// In a simultaneous stage the order of actions, also interleaved, does not matter.
absl::Status CheckOrder(const Game& game, const Effort& effort);
// Chance outcomes are sorted, have probabilities that sum to one, and are drawn with them.
absl::Status CheckChance(const Game& game, const Effort& effort);
// A function called with many rows gives the same results as row by row.
absl::Status CheckBatches(const Game& game, const Effort& effort);
// The game has a baseline, and its actions are legal.
absl::Status CheckGreedy(const Game& game, const Effort& effort);

}  // namespace kvintet::conformance
