// TreeSearch: runs simulations over a SearchTree, guided by a selection rule.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/search/anytime_search.h"
#include "selfplay/search/foresight.h"
#include "selfplay/search/search.h"
#include "selfplay/search/search_tree.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Whether settings ask for a TreeSearch.
bool SearchesTrees(const SearchSettings& settings);

// The part that differs between tree searches. Belongs to one TreeSearch.
class SelectionRule {
 public:
  virtual ~SelectionRule() = default;
  // Expands node 0 of the tree, with noise if the rule uses any. `priors` are the softmax of the
  // logits; `legal` is ascending. A root reused from the previous search is already expanded, and
  // there are no logits.
  virtual void PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                           const Evaluation& evaluation, std::span<const float> priors,
                           SearchTree* tree) = 0;
  // The edge that simulation number `simulation` takes at the root, and the edge taken at another
  // seat's node; either an opened edge or the first unopened one.
  virtual int SelectAtRoot(const SearchTree& tree, int simulation) = 0;
  virtual int Select(const SearchTree& tree, int node) = 0;
  // Appends root edges that simulations after number `simulation`, which waits for its evaluation
  // on edge `taken`, will take whatever they find. May append none.
  virtual void Foresee(const SearchTree&, int /*simulation*/, int /*taken*/,
                       std::vector<int>* /*edges*/) {}
  // Whether the search may end early. Called between simulations.
  virtual bool Enough(const SearchTree& tree) = 0;
  // After all simulations, returns the edge to play and writes the target policy into `policy`
  // [edges].
  virtual int Choose(const SearchRoot& root, const SearchTree& tree, std::span<double> policy,
                     double* behaviour) = 0;
};

// Evaluates the root, then runs simulations. Each one descends to an unevaluated or terminal
// position and backs its value up to all positions above, from the point of view of each deciding
// seat. Chance is sampled at each visit. With reuse_tree, the subtree after the events passed to
// Follow is kept, and its visits count as simulations. With forced_wins, a win that the rules find
// at the root (envs/learning_hints.h) is played, with value 1, no visits and no tree. With
// defences, actions after which the opponent wins at once are not tried while there are others.
class TreeSearch final : public Search, public AnytimeSearch, public ForesightedSearch {
 public:
  // REQUIRES: the game has no hidden information and no simultaneous moves. `game` must outlive the
  // search.
  TreeSearch(const envs::Game& game, const SearchSettings& settings,
             std::unique_ptr<SelectionRule> rule);

  void Begin(const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return view_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }
  bool CurrentDecision(Decision* decision) override;
  void Follow(envs::Actor actor, envs::Action action) override;
  void Forget() override { kept_ = -1; }
  // The first questions of the simulations that take the other edges which the rule foresees.
  void Foresee(int most, std::vector<Question>* questions) override;

  const SearchTree& Tree() const { return tree_; }

 private:
  // A mask of actions and their logits.
  struct Tried {
    std::vector<uint64_t> actions;
    std::vector<float> logits;
  };

  // Decides on a win that the rules find at the root; false if they find none.
  bool WinsByRules(const SearchRoot& root);
  // Whether node `kept` of the tree is the root's position and has been evaluated.
  bool Holds(int kept) const;
  // Continues with the subtree of a node.
  void BeginAt(int kept, const envs::RepetitionHistory* history);
  // Descends from the root to a leaf.
  int Descend();
  // Whether all requested simulations are done.
  bool Enough();
  // Prepares the question about a node. Returns false, and settles the node, if it is lost for want
  // of a defence.
  bool AskAbout(int node);
  // Lists the legal actions of a node's view.
  void ListLegal(int node);
  // Begins the statistics of the root's legal actions, which are listed.
  void ListActions();
  // Leaves only the actions that are to be tried in `legal_`, and returns their logits.
  std::span<const float> Restrict(std::span<const float> logits);
  // Writes the position that a simulation along a root edge would ask about. Returns who acts
  // there; chance if that is not foreseen.
  NodeKind Peek(int edge, envs::Positions out);
  void Finish();
  // Fills `decision`, which already holds the priors, from the tree.
  void Tell(Decision* decision);

  const envs::Game& game_;
  const int simulations_;
  const bool reuse_;
  // Null if forced wins are not searched.
  const envs::ForcedWins* const wins_;
  const int64_t threat_positions_;
  // Null if defences are not looked for.
  const envs::Defences* const defences_;
  std::unique_ptr<SelectionRule> rule_;
  SearchTree tree_;
  SearchRoot root_;
  // That of the root, which its view determines.
  envs::PositionBuffer position_;
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
  // The actions to be tried of those that the pending evaluation is about, and their logits.
  Tried tried_;
  std::vector<double> scratch_;
  std::vector<int> foreseen_;
  envs::PositionBuffer peeked_;
  Decision decision_;
};

}  // namespace kvintet::selfplay
