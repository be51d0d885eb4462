// LocalBestResponse: how much an agent loses at least to one who knows its policy.
//
// The exploiter sees what its seat sees, knows with which probabilities the agent acts, keeps the
// positions that are possible with their weights, and makes the move of the largest mean value one
// step ahead (Lisy and Bowling, "Equilibrium approximation quality of current no-limit poker bots",
// 2017). It is one way to play, so its result is never above the best response's: a lower bound.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "arena/known_play.h"
#include "arena/statistics/equivalence.h"

namespace kvintet::arena {

// What the exploiter knows and may spend.
struct ExploiterOptions {
  // Of the exploiter.
  envs::Seat seat = envs::Seat::k0;
  // Moves of one seat at a time, and positions held possible at one time.
  int max_moves = 10000;
  int64_t max_positions = 100000;
};

// The exploiter's mean return, in [-1, 1], over all ways a small game can go. `agent` is the policy
// of the other seat; `value` (seat 0's, as always) may be anything: the better, the larger the
// bound. ResourceExhausted where the game is too large for the options.
absl::StatusOr<double> LocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                         const ValueOf& value, const ExploiterOptions& options);

// The same from `games` games drawn at random, for larger games: the seed names them.
absl::StatusOr<MeanEstimate> SampleLocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                                     const ValueOf& value,
                                                     const ExploiterOptions& options, int games,
                                                     uint64_t seed);

// A lower bound on the exploitability of an agent that has a policy for either seat, half of
// NashConv: the mean of what exploiters get in both seats. In a zero-sum game the game's own value
// falls out of it.
absl::StatusOr<double> ExploitabilityBound(const envs::Game& game, const PolicyOf& agent,
                                           const ValueOf& value, const ExploiterOptions& options);

}  // namespace kvintet::arena
