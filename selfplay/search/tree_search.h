// TreeSearch: simulations over a SearchTree, by a rule that says where they go.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "envs/forced_wins.h"
#include "proto/search_config.pb.h"
#include "selfplay/search/interim.h"
#include "selfplay/search/search.h"
#include "selfplay/search/search_tree.h"

namespace kvintet::selfplay {

// Whether a configuration asks for a TreeSearch.
inline bool SearchesTrees(const SearchConfig& config) {
  return config.algorithm() == SearchConfig::GUMBEL || config.algorithm() == SearchConfig::PUCT;
}

// What tells one tree search from another. Belongs to one TreeSearch.
class SelectionRule {
 public:
  virtual ~SelectionRule() = default;
  // Expands node 0 of the tree, with what it needs of noise. `priors` are the softmax of the
  // logits; `legal` is ascending. A root kept from the search before is expanded already, and there
  // are no logits.
  virtual void PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                           const Evaluation& evaluation, std::span<const float> priors,
                           SearchTree* tree) = 0;
  // The edge that simulation number `simulation` takes at the root, or at another node of a seat;
  // an opened one or the first unopened.
  virtual int SelectAtRoot(const SearchTree& tree, int simulation) = 0;
  virtual int Select(const SearchTree& tree, int node) = 0;
  // Whether the search may end before all its simulations are made. Asked between simulations.
  virtual bool Enough(const SearchTree& tree) = 0;
  // Chooses, after all simulations: the edge, and into `policy` [edges] the policy to learn.
  virtual int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
                     double* behaviour) = 0;
};

// Evaluates the root, then runs simulations: each goes down to a position that has not been
// evaluated or where the game ends, and its value goes up to all positions above, each from the
// point of view of who decides there. Chance is drawn at each visit. With reuse_tree the tree is
// kept below the events that Follow tells, and the visits there count as simulations. With
// forced_wins, a win that the rules find at the root (envs/forced_wins.h) is the decision, of value
// 1 and without a visit, and there is no tree.
class TreeSearch final : public Search, public Interim {
 public:
  // REQUIRES: nothing is hidden in the game and nobody acts at the same time. `game` must outlive
  // the search.
  TreeSearch(const envs::Game& game, const SearchConfig& config,
             std::unique_ptr<SelectionRule> rule);

  void Begin(const SearchRoot& root) override;
  void BeginFromView(envs::ConstViews one, const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return view_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }
  bool SoFar(Decision* decision) override;
  void Follow(envs::Actor actor, envs::Action action) override;
  void Forget() override { kept_ = -1; }

  const SearchTree& Tree() const { return tree_; }

 private:
  // Decides for a win that the rules find there, if they do.
  bool WinsByRules(const SearchRoot& root);
  // Whether the tree holds `root` at node `kept`, with an evaluation.
  bool Holds(int kept, const SearchRoot& root) const;
  // Goes on with the tree below a node.
  void BeginAt(int kept, const envs::Trail* trail);
  // Goes from the root to a leaf.
  int Descend();
  // Whether all simulations wanted are made.
  bool Enough();
  void AskAbout(int node);
  void Finish();
  // Writes what the tree tells over the priors that stand there.
  void Tell(Decision* decision);

  const envs::Game& game_;
  const int simulations_;
  const bool reuse_;
  // Null where they are not asked.
  const envs::ForcedWins* const wins_;
  const int64_t threat_positions_;
  std::unique_ptr<SelectionRule> rule_;
  SearchTree tree_;
  SearchRoot root_;
  RandomStream chance_;
  // The node that waits for an evaluation, or -1.
  int waiting_ = -1;
  // The node of the position reached since the last search, or -1.
  int kept_ = -1;
  int done_ = 0;
  bool finished_ = false;
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  std::vector<float> priors_;
  std::vector<double> scratch_;
  Decision decision_;
};

}  // namespace kvintet::selfplay
