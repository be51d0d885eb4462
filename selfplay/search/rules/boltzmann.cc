// BoltzmannRule: Boltzmann exploration at the root, with a temperature that falls with the visits.
//
// After Xiao and others: "Maximum entropy Monte-Carlo planning" (2019), with the schedules of
// Painter and others: "Monte Carlo tree search with Boltzmann exploration" (2023), using mean
// returns as values and the evaluator's policy in place of the uniform one.
#include <algorithm>
#include <numbers>
#include <span>
#include <vector>

#include "base/portable_math.h"
#include "base/rng.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/selection_rule_registry.h"
#include "selfplay/search/temperature.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

// The policy target, from which root actions are also drawn, is proportional to prior * exp(value /
// temperature). It maximises value - temperature * KL(policy, prior). An action without visits gets
// the root's value. Below the root it selects as PuctRule does.
class BoltzmannRule final : public SelectionRule {
 public:
  explicit BoltzmannRule(const SearchSettings& settings)
      : settings_(OwnSettings<BoltzmannSettings>(settings)), below_(Below(settings_)) {}

  void PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                   const Evaluation& evaluation, std::span<const float> priors,
                   SearchTree* tree) override {
    random_ = root.Stream(Purpose::kNoise);
    exploration_ = root.explore ? settings_.exploration : 0;
    tree->Expand(0, legal, priors, evaluation.wdl, EdgeOrder::kByPrior);
  }

  int SelectAtRoot(const SearchTree& tree, int) override {
    const TreeNode& n = tree.Node(0);
    policy_.resize(static_cast<size_t>(n.num_edges));
    FillPolicy(tree, policy_);
    const double uniform = exploration_ / Cooling(tree);
    for (double& p : policy_) {
      p = (1 - uniform) * p + uniform / n.num_edges;
    }
    // The first edge without visits represents all of them.
    return std::min(static_cast<int>(DrawIndex(policy_, &random_)), n.opened);
  }

  int Select(const SearchTree& tree, int node) override { return below_.Select(tree, node); }

  bool Enough(const SearchTree&) override { return false; }

  int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
             double* behaviour) override {
    FillPolicy(tree, policy);
    const double temperature = settings_.play_temperature;
    if (temperature == 0 || root.ply >= static_cast<uint32_t>(settings_.play_plies)) {
      *behaviour = 1;
      return static_cast<int>(std::ranges::max_element(policy) - policy.begin());
    }
    policy_.assign(policy.begin(), policy.end());
    Temper(temperature, policy_);
    RandomStream random = root.Stream(Purpose::kTemperature);
    const size_t chosen = DrawIndex(policy_, &random);
    *behaviour = policy_[chosen];
    return static_cast<int>(chosen);
  }

 private:
  static PuctSettings Below(const BoltzmannSettings& settings) {
    return {.c_puct = settings.c_puct, .fpu_reduction = settings.fpu_reduction};
  }

  static double Cooling(const SearchTree& tree) {
    return portable::Log(std::numbers::e + tree.Node(0).visits);
  }

  void FillPolicy(const SearchTree& tree, std::span<double> policy) const {
    const TreeNode& n = tree.Node(0);
    const double sharpness = Cooling(tree) / settings_.temperature;
    double most = n.Sign() * n.Mean();
    for (int edge = 0; edge < n.num_edges; ++edge) {
      const double value = edge < n.opened ? tree.Value(0, edge) : n.Sign() * n.Mean();
      policy[static_cast<size_t>(edge)] = value;
      most = std::max(most, value);
    }
    double sum = 0;
    for (int edge = 0; edge < n.num_edges; ++edge) {
      double& p = policy[static_cast<size_t>(edge)];
      p = static_cast<double>(tree.Prior(0, edge)) * FastExp((p - most) * sharpness);
      sum += p;
    }
    for (double& p : policy) {
      p /= sum;
    }
  }

  const BoltzmannSettings settings_;
  PuctRule below_;
  double exploration_ = 0;
  RandomStream random_;
  std::vector<double> policy_;
};

REGISTER_RULE(kBoltzmann, BoltzmannRule);

}  // namespace
}  // namespace kvintet::selfplay
