// TreeSearch: simulations over a SearchTree, by a rule that says where they go.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/search.h"
#include "selfplay/search_tree.h"

namespace kvintet::selfplay {

// What tells one tree search from another. Belongs to one TreeSearch.
class SelectionRule {
 public:
  virtual ~SelectionRule() = default;
  // Expands node 0 of the tree, with what it needs of noise. `priors` are the softmax of the
  // logits; `legal` is ascending.
  virtual void ExpandRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                          const Evaluation& evaluation, std::span<const float> priors,
                          SearchTree* tree) = 0;
  // The edge that simulation number `simulation` takes at the root, or at another node of a seat;
  // an opened one or the first unopened.
  virtual int SelectAtRoot(const SearchTree& tree, int simulation) = 0;
  virtual int Select(const SearchTree& tree, int node) = 0;
  // Chooses, after all simulations: the edge, and into `policy` [edges] the policy to learn.
  virtual int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
                     double* behaviour) = 0;
};

// Evaluates the root, then runs simulations: each goes down to a position that has not been
// evaluated or where the game ends, and its value goes up to all positions above, each from the
// point of view of who decides there. Chance is drawn at each visit.
class TreeSearch final : public Search {
 public:
  // REQUIRES: nothing is hidden in the game and nobody acts at the same time. `game` must outlive
  // the search.
  TreeSearch(const envs::Game& game, int simulations, std::unique_ptr<SelectionRule> rule);

  void Begin(const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return view_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }

  const SearchTree& Tree() const { return tree_; }

 private:
  // Goes from the root to a leaf.
  int Descend();
  void AskAbout(int node);
  void Finish();

  const envs::Game& game_;
  const int simulations_;
  std::unique_ptr<SelectionRule> rule_;
  SearchTree tree_;
  SearchRoot root_;
  RandomStream chance_;
  // The node that waits for an evaluation, or -1.
  int waiting_ = -1;
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
