// Payoff: what of a game's end the solvers count.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "envs/game_spec.h"

namespace kvintet::selfplay::solvers {

// All to seat 0; seat 1 gets as much less.
enum class Payoff {
  // In [-1, 1].
  kReturn,
  // Seat 0's margin, where seat 1's always makes up for it: chips in poker.
  kMargin,
  // Seat 0's margin less seat 1's: points.
  kLead
};

// `return`, `margin`, `lead`, or InvalidArgument.
absl::StatusOr<Payoff> ParsePayoff(const std::string& name);

// InvalidArgument for kMargin where the margins do not make up for each other.
absl::StatusOr<double> PayoffOf(const envs::Outcome& outcome, Payoff payoff);

}  // namespace kvintet::selfplay::solvers
