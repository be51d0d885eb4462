// RegretMatching: counterfactual regret minimisation (CFR+) on a written-out game, for exact tests.
//
// Tammelin, "Solving large imperfect information games using CFR+", 2014: regrets never fall below
// zero, the seats take turns, and later strategies weigh more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tests/support/game_tree.h"

namespace kvintet::testing {

// Its average strategy comes ever nearer to an equilibrium of the tree.
class RegretMatching {
 public:
  // Borrows the tree.
  explicit RegretMatching(const GameTree& tree) : tree_(tree), current_(UniformStrategy(tree)) {
    for (const InformationSet& set : tree.sets) {
      regrets_.emplace_back(set.actions.size(), 0.0);
      sums_.emplace_back(set.actions.size(), 0.0);
    }
  }

  void Iterate() {
    ++num_iterations_;
    Update(0);
    Update(1);
  }

  Strategy Average() const { return Normalised(sums_); }

 private:
  static Strategy Normalised(const Strategy& weights) {
    Strategy strategy = weights;
    for (std::vector<double>& row : strategy) {
      double total = 0;
      for (const double weight : row) {
        total += weight;
      }
      for (double& weight : row) {
        weight = total > 0 ? weight / total : 1.0 / static_cast<double>(row.size());
      }
    }
    return strategy;
  }

  void Update(int seat) {
    const std::vector<double> others = ReachOfOthers(tree_, seat, current_);
    const std::vector<double> own = OwnReach(seat);
    const double sign = seat == 0 ? 1 : -1;
    std::vector<double> values(tree_.nodes.size());
    for (size_t i = tree_.nodes.size(); i-- > 0;) {
      const TreeNode& node = tree_.nodes[i];
      values[i] = sign * node.payoff;
      for (size_t k = 0; k < node.children.size(); ++k) {
        values[i] += ChildProbabilities(node, current_)[k] * values[node.children[k]];
      }
    }
    for (size_t s = 0; s < tree_.sets.size(); ++s) {
      const InformationSet& set = tree_.sets[s];
      for (size_t k = 0; set.seat == seat && k < set.actions.size(); ++k) {
        double& regret = regrets_[s][k];
        for (const size_t i : set.nodes) {
          regret += others[i] * (values[tree_.nodes[i].children[k]] - values[i]);
        }
        regret = std::max(regret, 0.0);
        sums_[s][k] += num_iterations_ * own[set.nodes[0]] * current_[s][k];
      }
    }
    current_ = Normalised(regrets_);
  }

  // The seat's own part of the probability of reaching each node.
  std::vector<double> OwnReach(int seat) const {
    std::vector<double> reach(tree_.nodes.size(), 1.0);
    for (size_t i = 0; i < tree_.nodes.size(); ++i) {
      const TreeNode& node = tree_.nodes[i];
      const bool own = node.actors.Has(static_cast<envs::Actor>(seat));
      for (size_t k = 0; k < node.children.size(); ++k) {
        reach[node.children[k]] = reach[i] * (own ? current_[node.information_set][k] : 1);
      }
    }
    return reach;
  }

  const GameTree& tree_;
  Strategy current_;
  Strategy regrets_;
  Strategy sums_;
  double num_iterations_ = 0;
};

}  // namespace kvintet::testing
