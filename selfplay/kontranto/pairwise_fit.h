// FitPairwise: the worths of single options and of meetings that explain payoffs seen best.
#pragma once

#include <span>
#include <vector>

#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::kontranto {

// What a pair of joint moves brings the row seat.
struct SeenPayoff {
  solvers::JointOptions row = {};
  solvers::JointOptions column = {};
  double payoff = 0;
};

// The game whose payoffs are nearest to those seen, by least squares, among those with any worths
// of single options and with pair worths in proportion to those of `meetings`; the larger the
// worths, the more evidence they want. A constant in all payoffs is left out. Cost grows as the
// cube of the number of options: 0.1 ms for 70.
solvers::PairwiseGame FitPairwise(const solvers::PairwiseGame& meetings,
                                  std::span<const SeenPayoff> seen);

}  // namespace kvintet::selfplay::kontranto
