// GumbelRule: selection and learning targets of Gumbel AlphaZero.
//
// After Danihelka, Guez, Schrittwieser, Silver: "Policy improvement by planning with Gumbel" (ICLR
// 2022), with the visit schedule and value scaling of the authors' library mctx.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "selfplay/search/tree_search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Sequential halving as a list: simulation i visits the best action among those with exactly
// result[i] visits. The best `considered` actions get visits first, then the better half of them
// twice as many each, and so on until all simulations are spent; the last two actions are never
// halved.
std::vector<int> ConsideredVisits(int considered, int simulations);

// sigma(q) at one node. Actions without visits get the value `mix`, the mean of the node's raw
// value and of the visited actions' values weighted by their priors. Values are in [-1, 1], or with
// `stretch` scaled to [0, 1] by their minimum and maximum, and are then multiplied by (c_visit +
// most visits) * c_scale.
struct CompletedValues {
  double c_visit = 50;
  double c_scale = 0.5;
  bool stretch = false;
  // sigma of the opened edges, and of all others.
  std::vector<double> opened = {};
  double unopened = 0;

  void Fill(const SearchTree& tree, int node);
};

// At the root, Gumbel noise is added to the logits once, and sequential halving finds the best
// noise + logit + sigma. Below the root, it takes the action whose visits lag most behind the
// improved policy softmax(logits + sigma). The target is the root's improved policy.
class GumbelRule final : public SelectionRule {
 public:
  explicit GumbelRule(const SearchSettings& settings);

  void PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                   const Evaluation& evaluation, std::span<const float> priors,
                   SearchTree* tree) override;
  int SelectAtRoot(const SearchTree& tree, int simulation) override;
  int Select(const SearchTree& tree, int node) override;
  // Sequential halving gives every action that is left its visit before any gets another.
  void Foresee(const SearchTree& tree, int simulation, int taken, std::vector<int>* edges) override;
  bool Enough(const SearchTree&) override { return false; }
  int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
             double* behaviour) override;

 private:
  GumbelRule(int simulations, const GumbelSettings& settings);
  // The score of an opened edge of the root. REQUIRES: values_ are those of the root.
  double Score(int edge) const;
  // The best opened edge of the root among those with exactly this many visits.
  int BestWithVisits(const SearchTree& tree, int visits);

  const int simulations_;
  const int max_considered_;
  const double gumbel_scale_;
  const double uniform_;
  CompletedValues values_;
  // ConsideredVisits of {considered, simulations}, made when first needed.
  std::map<std::pair<int, int>, std::vector<int>> schedules_;
  const std::vector<int>* schedule_ = nullptr;
  // By root edge: the logit minus the largest logit, and noise + that (with a uniform mixture,
  // noise + the log of the mixture).
  std::vector<double> logits_;
  std::vector<double> noisy_;
};

}  // namespace kvintet::selfplay
