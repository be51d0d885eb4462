// PuctRule: see the header.
#include "selfplay/search/puct.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {

std::vector<float> PuctRule::Noisy(const SearchRoot& root, std::span<const float> priors) const {
  const double part = root.explore ? settings_.dirichlet_fraction : 0;
  std::vector<float> mixed(priors.begin(), priors.end());
  if (part > 0) {
    RandomStream random = root.Stream(Purpose::kNoise);
    const double shape = settings_.dirichlet_alpha / static_cast<double>(priors.size());
    std::vector<double> noise(priors.size());
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
  return mixed;
}

void PuctRule::PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                           const Evaluation& evaluation, std::span<const float> priors,
                           SearchTree* tree) {
  forced_ = root.explore ? settings_.forced_playouts : 0;
  if (tree->Node(0).expanded) {
    tree->SetRootPriors(legal, Noisy(root, priors));
  } else {
    tree->Expand(0, legal, Noisy(root, priors), evaluation.wdl, EdgeOrder::kByPrior);
  }
  CountVisits(*tree);
}

void PuctRule::CountVisits(const SearchTree& tree) {
  const TreeNode& n = tree.Node(0);
  visits_seen_.clear();
  int all = 0;
  for (int edge = 0; edge < n.opened; ++edge) {
    visits_seen_.push_back(tree.Child(0, edge).visits);
    all += visits_seen_.back();
  }
  next_look_ = all + settings_.kld_interval;
}

bool PuctRule::Enough(const SearchTree& tree) {
  const TreeNode& n = tree.Node(0);
  if (settings_.min_kld_gain == 0 || n.visits - 1 < next_look_) {
    return false;
  }
  const double now = n.visits - 1;
  const double before = next_look_ - settings_.kld_interval;
  double divergence = 0;
  for (size_t i = 0; i < visits_seen_.size(); ++i) {
    const double share = visits_seen_[i] / before;
    const double share_now = tree.Child(0, static_cast<int>(i)).visits / now;
    divergence += share > 0 ? share * portable::Log(share / share_now) : 0;
  }
  CountVisits(tree);
  return before > 0 && divergence < settings_.min_kld_gain * (now - before);
}

int PuctRule::SelectAtRoot(const SearchTree& tree, int) {
  const TreeNode& n = tree.Node(0);
  const double forced = forced_ * (n.visits - 1);
  for (int edge = 0; forced > 0 && edge < n.opened; ++edge) {
    const double visits = tree.Child(0, edge).visits;
    if (visits * visits < forced * static_cast<double>(tree.Prior(0, edge))) {
      return edge;
    }
  }
  return Select(tree, 0);
}

int PuctRule::Select(const SearchTree& tree, int node) {
  const TreeNode& n = tree.Node(node);
  const double spread = settings_.c_puct * std::sqrt(static_cast<double>(n.visits - 1));
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
    // All unopened edges have the same value, so only the one with the largest prior matters.
    const double value = n.Sign() * n.Mean() - settings_.fpu_reduction * std::sqrt(visited);
    if (value + spread * static_cast<double>(tree.Prior(node, n.opened)) > best_score) {
      best = n.opened;
    }
  }
  return best;
}

void PuctRule::Prune(const SearchTree& tree, std::span<double> visits) const {
  const TreeNode& n = tree.Node(0);
  const double all = n.visits - 1;
  const double spread = settings_.c_puct * std::sqrt(all);
  const auto best = static_cast<int>(std::ranges::max_element(visits) - visits.begin());
  const auto prior = [&](int edge) { return static_cast<double>(tree.Prior(0, edge)); };
  const double best_score =
      tree.Value(0, best) + spread * prior(best) / (1 + visits[static_cast<size_t>(best)]);
  for (int edge = 0; edge < n.opened; ++edge) {
    double& own = visits[static_cast<size_t>(edge)];
    const double gap = best_score - tree.Value(0, edge);
    if (edge == best || gap <= 0) {
      continue;
    }
    // With fewer visits PUCT would prefer it to the most visited edge.
    const double needed = std::ceil(spread * prior(edge) / gap - 1);
    const double least = std::max(needed, own - std::floor(std::sqrt(forced_ * prior(edge) * all)));
    if (least < own) {
      own = least <= 1 ? 0 : least;
    }
  }
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
  } else if (forced_ > 0) {
    Prune(tree, policy);
  }
  const auto most = static_cast<size_t>(std::ranges::max_element(policy) - policy.begin());
  weights_.assign(policy.begin(), policy.end());
  Temper(1, policy);
  const bool draw =
      settings_.temperature > 0 && root.ply < static_cast<uint32_t>(settings_.temperature_plies);
  if (!draw) {
    *behaviour = 1;
    return static_cast<int>(most);
  }
  Temper(settings_.temperature, weights_);
  RandomStream random = root.Stream(Purpose::kTemperature);
  const size_t chosen = DrawIndex(weights_, &random);
  *behaviour = weights_[chosen];
  return static_cast<int>(chosen);
}

}  // namespace kvintet::selfplay
