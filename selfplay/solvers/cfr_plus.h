// CfrPlus: counterfactual regret minimisation on a full game tree.
//
// Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with incomplete
// information", 2007, with the improvements of CFR+: Tammelin, "Solving large imperfect information
// games using CFR+", 2014: regrets are clipped at zero, updates alternate between the seats, and
// the strategy of iteration t has weight t in the average. A regret below 1e-13 counts as zero.
#pragma once

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// Adds to `regrets` (shaped like a strategy) the counterfactual regrets of `seat`: what it would
// have gained at each information set by each action instead of the strategy, weighted by the
// probability that the other players contribute to reaching the set.
void AddCounterfactualRegrets(const GameTree& tree, int seat, const Strategy& strategy,
                              Strategy* regrets);
// Adds `weight` times the strategy of `seat`, weighted by its own reach probability of each set.
void AddToAverage(const GameTree& tree, int seat, const Strategy& strategy, double weight,
                  Strategy* sums);

// Its average strategy converges to an equilibrium of the tree.
class CfrPlus {
 public:
  // Borrows the tree.
  explicit CfrPlus(const GameTree& tree);

  void Iterate(int iterations);
  int NumIterations() const { return num_iterations_; }
  Strategy Average() const { return Normalised(sums_); }

 private:
  // One seat's part of an iteration.
  void Update(int seat);

  const GameTree& tree_;
  Strategy current_;
  Strategy regrets_;
  Strategy sums_;
  int num_iterations_ = 0;
};

}  // namespace kvintet::selfplay::solvers
