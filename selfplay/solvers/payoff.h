// Payoff: the quantity of a game's outcome that solvers optimise.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "envs/game_spec.h"

namespace kvintet::selfplay::solvers {

// Payoffs are to seat 0; seat 1 gets the negative.
enum class Payoff {
  // Seat 0's return, in [-1, 1].
  kReturn,
  // Seat 0's margin, if the margins always add up to zero: chips in poker.
  kMargin,
  // Seat 0's margin minus seat 1's: points.
  kLead
};

// Parses `return`, `margin` or `lead`; InvalidArgument for other names.
absl::StatusOr<Payoff> ParsePayoff(const std::string& name);

// InvalidArgument for kMargin if the margins do not add up to zero.
absl::StatusOr<double> PayoffOf(const envs::Outcome& outcome, Payoff payoff);

}  // namespace kvintet::selfplay::solvers
