// SearchTree: positions reached from a root, as arrays that are used again for the next root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Who decides at a node.
enum class NodeKind : uint8_t { kSeat0 = 0, kSeat1 = 1, kChance = 2, kTerminal = 3 };

// REQUIRES: a seat decides.
inline envs::Seat SeatOf(NodeKind kind) {
  return kind == NodeKind::kSeat0 ? envs::Seat::k0 : envs::Seat::k1;
}

// One position. Sums are over visits; returns are seat 0's.
struct TreeNode {
  double value_sum = 0;
  double draw_sum = 0;
  // Prior of the edges not opened yet.
  double unopened_prior = 0;
  // What was said of the position itself: by the evaluator or, at the end, by the rules.
  float raw_value = 0;
  float raw_draw = 0;
  int32_t visits = 0;
  int32_t parent = -1;
  // The action or outcome that led here.
  envs::Action action = envs::kNoAction;
  int32_t first_edge = 0;
  int32_t num_edges = 0;
  // Of a seat's edges the first `opened` have children, and the next is the best of the others.
  int32_t opened = 0;
  NodeKind kind = NodeKind::kTerminal;
  bool expanded = false;
  // Its worth is known without an evaluation: the game has ended, or the rules see how it will.
  bool settled = false;

  // 1 if seat 0 decides, -1 if seat 1.
  double Sign() const { return kind == NodeKind::kSeat1 ? -1 : 1; }
  double Mean() const { return visits == 0 ? 0 : value_sum / visits; }
};

// Whether edges are opened as given or by falling prior (ties: lower action first).
enum class EdgeOrder { kAsGiven, kByPrior };

// Nodes by index, 0 is the root; edges by index within their node. Values follow the seat that
// decides, never the depth. One thread at a time.
class SearchTree {
 public:
  // Below the root, nodes whose return the rules know (Game::KnownReturn) are settled if
  // `known_returns`. `game` must outlive the tree.
  SearchTree(const envs::Game& game, bool known_returns);

  // Forgets all nodes, not their memory. REQUIRES: somebody acts in `root`.
  void Reset(envs::ConstPositions root, const envs::Trail* trail);

  int Size() const { return static_cast<int>(nodes_.size()); }
  const TreeNode& Node(int node) const { return nodes_[static_cast<size_t>(node)]; }
  envs::ConstPositions Position(int node) const { return positions_[node]; }
  envs::Action EdgeAction(int node, int edge) const { return actions_[Slot(node, edge)]; }
  float Prior(int node, int edge) const { return priors_[Slot(node, edge)]; }
  // REQUIRES: the edge is opened.
  const TreeNode& Child(int node, int edge) const { return Node(children_[Slot(node, edge)]); }
  // Mean return of an opened edge to the seat that decides at `node`.
  double Value(int node, int edge) const { return Node(node).Sign() * Child(node, edge).Mean(); }

  // The node behind an event, or -1 where there is none.
  int Find(int node, envs::Action action) const;
  // Makes a node the root: keeps what is below it, with all statistics, and forgets the rest.
  // `trail` lies behind it. REQUIRES: a seat's node, expanded by prior.
  void Reroot(int node, const envs::Trail* trail);
  // Gives the root's edges these priors, and opens those without visits by them. REQUIRES: edges by
  // prior, `actions` all of them, ascending.
  void SetRootPriors(std::span<const envs::Action> actions, std::span<const float> priors);

  // Gives a seat's node its edges. `wdl` is from the seat that decides there.
  void Expand(int node, std::span<const envs::Action> actions, std::span<const float> priors,
              const Wdl& wdl, EdgeOrder order);
  // The node behind an edge, made if need be. REQUIRES: edge <= opened.
  int Follow(int node, int edge);
  // The node behind a drawn outcome, made if need be. REQUIRES: chance acts.
  int FollowChance(int node, RandomStream* random);
  // Counts a visit with the leaf's raw value at the leaf and all above it.
  void BackUp(int leaf);
  // The most visited actions from the root on, starting with `first`.
  void Line(int first_edge, std::vector<envs::Action>* line) const;

 private:
  size_t Slot(int node, int edge) const {
    return static_cast<size_t>(Node(node).first_edge) + static_cast<size_t>(edge);
  }
  int AddNode(int parent, envs::Action action);
  void MakePosition(int node);
  // Appends the edges of a node to those kept, children by their new numbers.
  void KeepEdges(TreeNode* node);
  void SetRootTrail(const envs::Trail* trail);
  void Classify(int node);
  void SettleIfKnown(int node);
  void ExpandChance(int node);
  // Moves the best unopened edge to the front of the unopened ones.
  void PromoteBest(int node);

  const envs::Game& game_;
  const bool known_returns_;
  bool by_prior_at_root_ = true;
  std::vector<TreeNode> nodes_;
  envs::PositionBuffer positions_;
  int room_ = 0;
  envs::ViewBuffer view_;
  // Edges of all nodes.
  std::vector<envs::Action> actions_;
  std::vector<float> priors_;
  std::vector<int32_t> children_;
  // For games that look at repetition: the root's trail, and room to walk from the root again.
  envs::Trail root_trail_;
  envs::Trail trail_;
  std::vector<int> path_;
  // Room for Reroot: the new number of each node, and the edges kept.
  std::vector<int32_t> renumbered_;
  std::vector<envs::Action> kept_actions_;
  std::vector<float> kept_priors_;
  std::vector<int32_t> kept_children_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
