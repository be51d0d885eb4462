// CfrPlus: see the header.
#include "selfplay/solvers/cfr_plus.h"

#include <span>
#include <utility>

namespace kvintet::selfplay::solvers {
namespace {

// Zeros in the shape of a strategy.
Strategy Zeros(const GameTree& tree) {
  Strategy zeros;
  for (const InformationSet& set : tree.sets) {
    zeros.emplace_back(set.actions.size(), 0.0);
  }
  return zeros;
}

// What rounding may leave of a regret of zero. Only the ratios of regrets count, so in a set with
// no other regrets the remainder alone would choose the action.
constexpr double kRounding = 1e-13;

void CutNegative(std::span<double> regrets) {
  for (double& regret : regrets) {
    regret = regret < kRounding ? 0.0 : regret;
  }
}

}  // namespace

void AddCounterfactualRegrets(const GameTree& tree, int seat, const Strategy& strategy,
                              Strategy* regrets) {
  const size_t size = tree.nodes.size();
  // The other players' contribution to the reach probability of each node, and the node's value to
  // the seat.
  std::vector<double> others(size, 1.0);
  std::vector<double> values(size);
  const double sign = seat == 0 ? 1 : -1;
  for (size_t i = 0; i < size; ++i) {
    const GameTreeNode& node = tree.nodes[i];
    const bool others_act = node.information_set != kNone && !node.IsSeats(seat);
    for (size_t k = 0; k < node.num_children; ++k) {
      const size_t child = node.first_child + k;
      others[child] = others[i] * (others_act ? strategy[node.information_set][k]
                                              : tree.nodes[child].probability);
    }
  }
  for (size_t i = size; i-- > 0;) {
    const GameTreeNode& node = tree.nodes[i];
    double value = sign * node.payoff;
    for (size_t k = 0; k < node.num_children; ++k) {
      const size_t child = node.first_child + k;
      value += values[child] * (node.information_set != kNone ? strategy[node.information_set][k]
                                                              : tree.nodes[child].probability);
    }
    values[i] = value;
    for (size_t k = 0; node.IsSeats(seat) && k < node.num_children; ++k) {
      (*regrets)[node.information_set][k] += others[i] * (values[node.first_child + k] - value);
    }
  }
}

void AddToAverage(const GameTree& tree, int seat, const Strategy& strategy, double weight,
                  Strategy* sums) {
  // The seat's own reach probability of each of its sets; parents come first.
  std::vector<double> reach(tree.sets.size(), 1.0);
  for (size_t s = 0; s < tree.sets.size(); ++s) {
    const InformationSet& set = tree.sets[s];
    if (set.seat != seat) {
      continue;
    }
    reach[s] = set.parent_set == kNone
                   ? 1
                   : reach[set.parent_set] * strategy[set.parent_set][set.parent_rank];
    for (size_t k = 0; k < set.actions.size(); ++k) {
      (*sums)[s][k] += weight * reach[s] * strategy[s][k];
    }
  }
}

CfrPlus::CfrPlus(const GameTree& tree)
    : tree_(tree), current_(UniformStrategy(tree)), regrets_(Zeros(tree)), sums_(Zeros(tree)) {}

void CfrPlus::Iterate(int iterations) {
  for (int i = 0; i < iterations; ++i) {
    ++num_iterations_;
    Update(0);
    Update(1);
  }
}

void CfrPlus::Update(int seat) {
  AddToAverage(tree_, seat, current_, num_iterations_, &sums_);
  AddCounterfactualRegrets(tree_, seat, current_, &regrets_);
  for (size_t s = 0; s < tree_.sets.size(); ++s) {
    if (tree_.sets[s].seat == seat) {
      CutNegative(regrets_[s]);
      Normalise(regrets_[s], current_[s]);
    }
  }
}

}  // namespace kvintet::selfplay::solvers
