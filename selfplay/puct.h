// PuctRule: AlphaZero's selection and targets.
#pragma once

#include <span>
#include <vector>

#include "proto/config.pb.h"
#include "selfplay/tree_search.h"

namespace kvintet::selfplay {

// Everywhere the edge with the largest q + c_puct * prior * sqrt(visits of all) / (1 + visits),
// where an edge without visits has the node's mean less fpu_reduction * sqrt(prior visited). Noise
// is mixed into the root's priors. The target is the visits; the action is drawn from visits to the
// power of 1 / temperature.
class PuctRule final : public SelectionRule {
 public:
  explicit PuctRule(const SearchConfig& config) : config_(config) {}

  void ExpandRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                  const Evaluation& evaluation, std::span<const float> priors,
                  SearchTree* tree) override;
  int SelectAtRoot(const SearchTree& tree, int) override { return Select(tree, 0); }
  int Select(const SearchTree& tree, int node) override;
  int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
             double* behaviour) override;

 private:
  const SearchConfig config_;
  std::vector<double> weights_;
};

}  // namespace kvintet::selfplay
