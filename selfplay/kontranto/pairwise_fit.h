// FitPairwise: fits a pairwise game to observed payoffs of joint moves.
#pragma once

#include <span>
#include <vector>

#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::kontranto {

// Observed payoff of a pair of joint moves to the row seat.
struct SeenPayoff {
  solvers::JointOptions row = {};
  solvers::JointOptions column = {};
  double payoff = 0;
};

// Regularised least squares over games with free worths of single options and pair worths
// proportional to those of `meetings`; large worths are penalised. A constant common to all payoffs
// is left out. Cost grows with the cube of the number of options: 0.1 ms for 70.
solvers::PairwiseGame FitPairwise(const solvers::PairwiseGame& meetings,
                                  std::span<const SeenPayoff> seen);

}  // namespace kvintet::selfplay::kontranto
