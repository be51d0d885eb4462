// PuctRule: selection and learning targets of AlphaZero.
#pragma once

#include <span>
#include <vector>

#include "selfplay/search/tree_search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Takes the edge with the largest q + c_puct * prior * sqrt(visits of all) / (1 + visits)
// everywhere. The q of an edge without visits is the node's mean minus fpu_reduction * sqrt(prior
// visited). Noise is mixed into the root's priors. The target is proportional to the visits; the
// action is drawn in proportion to visits^(1 / temperature).
//
// Forced playouts (Wu, 2019, 3.2): a root action with n > 0 of N visits is taken at once while n <
// sqrt(forced_playouts * prior * N). For target and action, visits of each action but the most
// visited are then reduced by as many forced visits as possible without PUCT preferring it to the
// most visited one.
class PuctRule final : public SelectionRule {
 public:
  explicit PuctRule(const PuctSettings& settings) : settings_(settings) {}

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
  // Subtracts from the root's visits those that only forcing explains.
  void Prune(const SearchTree& tree, std::span<double> visits) const;
  void CountVisits(const SearchTree& tree);

  const PuctSettings settings_;
  // forced_playouts if the root explores, else 0.
  double forced_ = 0;
  // Visits of the root's opened edges at the last check of Enough, and the total visits at which to
  // check next.
  std::vector<int> visits_seen_;
  int next_look_ = 0;
  std::vector<double> weights_;
};

}  // namespace kvintet::selfplay
