// LocalBestResponse: a lower bound on what an agent loses to an exploiter that knows its policy.
//
// The exploiter sees what its seat sees and knows the probabilities with which the agent acts. It
// tracks the possible positions with their weights and makes the move with the largest mean value
// one step ahead (Lisy and Bowling, "Equilibrium approximation quality of current no-limit poker
// bots", 2017). It is one particular strategy, so its result never exceeds that of the best
// response and is a lower bound.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "arena/policy_functions.h"
#include "arena/statistics/equivalence.h"

namespace kvintet::arena {

// The exploiter's seat and its limits.
struct ExploiterOptions {
  // The exploiter's seat.
  envs::Seat seat = envs::Seat::k0;
  // Limits on the moves of one seat in a position, and on the possible positions tracked at once.
  int max_moves = 10000;
  int64_t max_positions = 100000;
};

// The exploiter's mean return, in [-1, 1], over all possible courses of a small game. `agent` is
// the policy of the other seat. `value` (from seat 0's point of view) may be any function: a better
// one gives a larger bound. ResourceExhausted if the game is too large for the options.
absl::StatusOr<double> LocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                         const ValueOf& value, const ExploiterOptions& options);

// The same estimated from `games` random games, for larger games; `seed` determines them.
absl::StatusOr<MeanEstimate> SampleLocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                                     const ValueOf& value,
                                                     const ExploiterOptions& options, int games,
                                                     uint64_t seed);

// A lower bound on the exploitability (half of NashConv) of an agent that has a policy for either
// seat: the mean of the exploiters' returns in both seats. In a zero-sum game the game's value
// cancels out of it.
absl::StatusOr<double> ExploitabilityBound(const envs::Game& game, const PolicyOf& agent,
                                           const ValueOf& value, const ExploiterOptions& options);

}  // namespace kvintet::arena
