// PuctRule: AlphaZero's selection and targets.
#pragma once

#include <span>
#include <vector>

#include "proto/search_config.pb.h"
#include "selfplay/search/tree_search.h"

namespace kvintet::selfplay {

// Everywhere the edge with the largest q + c_puct * prior * sqrt(visits of all) / (1 + visits),
// where an edge without visits has the node's mean less fpu_reduction * sqrt(prior visited). Noise
// is mixed into the root's priors. The target is the visits; the action is drawn from visits to the
// power of 1 / temperature.
//
// Forced playouts (Wu, 2019, 3.2): a root action with n > 0 visits of N is taken at once while n <
// sqrt(forced_playouts * prior * N). Target and action then count of each action but the most
// visited so many visits less, as long as it would not have been taken in place of that one.
class PuctRule final : public SelectionRule {
 public:
  explicit PuctRule(const SearchConfig& config) : config_(config) {}

  void PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                   const Evaluation& evaluation, std::span<const float> priors,
                   SearchTree* tree) override;
  int SelectAtRoot(const SearchTree& tree, int) override;
  int Select(const SearchTree& tree, int node) override;
  bool Enough(const SearchTree& tree) override;
  int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
             double* behaviour) override;

 private:
  // Priors with the root's noise.
  std::vector<float> Noisy(const SearchRoot& root, std::span<const float> priors) const;
  // Takes from the root's visits what only force explains.
  void Prune(const SearchTree& tree, std::span<double> visits) const;
  void CountVisits(const SearchTree& tree);

  const SearchConfig config_;
  // forced_playouts, where the root explores.
  double forced_ = 0;
  // Visits of the root's opened edges at the last look of Enough, and of all at the next.
  std::vector<int> visits_seen_;
  int next_look_ = 0;
  std::vector<double> weights_;
};

}  // namespace kvintet::selfplay
