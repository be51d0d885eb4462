// PuctRule: see the header.
#include "selfplay/puct.h"

#include <algorithm>
#include <cmath>

#include "selfplay/temperature.h"

namespace kvintet::selfplay {

void PuctRule::ExpandRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                          const Evaluation& evaluation, std::span<const float> priors,
                          SearchTree* tree) {
  const double part = config_.dirichlet_fraction();
  std::vector<float> mixed(priors.begin(), priors.end());
  if (part > 0) {
    RandomStream random = root.Stream(Purpose::kNoise);
    const double shape = config_.dirichlet_alpha() / static_cast<double>(legal.size());
    std::vector<double> noise(legal.size());
    double sum = 0;
    for (double& x : noise) {
      x = random.Gamma(shape);
      sum += x;
    }
    for (size_t i = 0; i < mixed.size() && sum > 0; ++i) {
      const double prior = static_cast<double>(priors[i]);
      mixed[i] = static_cast<float>((1 - part) * prior + part * (noise[i] / sum));
    }
  }
  tree->Expand(0, legal, mixed, evaluation.wdl, EdgeOrder::kByPrior);
}

int PuctRule::Select(const SearchTree& tree, int node) {
  const TreeNode& n = tree.Node(node);
  const double spread = config_.c_puct() * std::sqrt(static_cast<double>(n.visits - 1));
  double visited = 0;
  int best = 0;
  double best_score = -1e300;
  for (int edge = 0; edge < n.opened; ++edge) {
    const double prior = tree.Prior(node, edge);
    const double score =
        tree.Value(node, edge) + spread * prior / (1 + tree.Child(node, edge).visits);
    visited += prior;
    if (score > best_score) {
      best = edge;
      best_score = score;
    }
  }
  if (n.opened < n.num_edges) {
    // All unopened edges have the same value: the one with the largest prior stands for them.
    const double value = n.Sign() * n.Mean() - config_.fpu_reduction() * std::sqrt(visited);
    if (value + spread * static_cast<double>(tree.Prior(node, n.opened)) > best_score) {
      best = n.opened;
    }
  }
  return best;
}

int PuctRule::Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
                     double* behaviour) {
  const TreeNode& n = tree.Node(0);
  std::ranges::fill(policy, 0.0);
  for (int edge = 0; edge < n.opened; ++edge) {
    policy[static_cast<size_t>(edge)] = tree.Child(0, edge).visits;
  }
  if (n.opened == 0) {
    policy[0] = 1;
  }
  const auto most = static_cast<size_t>(std::ranges::max_element(policy) - policy.begin());
  weights_.assign(policy.begin(), policy.end());
  Temper(1, policy);
  const bool draw =
      config_.temperature() > 0 && root.ply < static_cast<uint32_t>(config_.temperature_plies());
  if (!draw) {
    *behaviour = 1;
    return static_cast<int>(most);
  }
  Temper(config_.temperature(), weights_);
  RandomStream random = root.Stream(Purpose::kTemperature);
  const size_t chosen = DrawIndex(weights_, &random);
  *behaviour = weights_[chosen];
  return static_cast<int>(chosen);
}

}  // namespace kvintet::selfplay
