// Mixture: see the header.
#include "selfplay/solvers/mixture.h"

#include <cstddef>
#include <vector>

#include "base/check.h"

namespace kvintet::selfplay::solvers {

Strategy Mixture(const GameTree& tree, std::span<const Strategy> strategies) {
  KVINTET_CHECK(!strategies.empty());
  Strategy sums;
  for (const InformationSet& set : tree.sets) {
    sums.emplace_back(set.actions.size(), 0.0);
  }
  std::vector<double> reached(tree.sets.size());
  for (const Strategy& strategy : strategies) {
    for (size_t s = 0; s < tree.sets.size(); ++s) {
      const InformationSet& set = tree.sets[s];
      reached[s] = set.parent_set == kNone
                       ? 1.0
                       : reached[set.parent_set] * strategy[set.parent_set][set.parent_rank];
      for (size_t k = 0; k < set.actions.size(); ++k) {
        sums[s][k] += reached[s] * strategy[s][k];
      }
    }
  }
  return Normalised(sums);
}

}  // namespace kvintet::selfplay::solvers
