// CfrPlus: counterfactual regret minimisation on a written-out game.
//
// Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with incomplete
// information", 2007; plus: Tammelin, "Solving large imperfect information games using CFR+", 2014:
// regrets never fall below zero, the seats take turns, and the strategy of iteration t weighs t.
#pragma once

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// What `seat` would have gained at each of its information sets by each action instead of the
// strategy, weighted by the others' probability of reaching it. Adds to `regrets`, of the shape of
// a strategy.
void AddCounterfactualRegrets(const GameTree& tree, int seat, const Strategy& strategy,
                              Strategy* regrets);
// Adds `weight` times the strategy of `seat`, weighted by its own probability of reaching the set.
void AddToAverage(const GameTree& tree, int seat, const Strategy& strategy, double weight,
                  Strategy* sums);

// Its average strategy comes ever nearer to an equilibrium of the tree.
class CfrPlus {
 public:
  // Borrows the tree.
  explicit CfrPlus(const GameTree& tree);

  void Iterate(int iterations);
  int NumIterations() const { return num_iterations_; }
  Strategy Average() const { return Normalised(sums_); }

 private:
  const GameTree& tree_;
  Strategy current_;
  Strategy regrets_;
  Strategy sums_;
  int num_iterations_ = 0;
};

}  // namespace kvintet::selfplay::solvers
