// SearchTree: the positions reached from a root, in arrays that are reused for the next root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Who acts at a node.
enum class NodeKind : uint8_t { kSeat0 = 0, kSeat1 = 1, kChance = 2, kTerminal = 3 };

// REQUIRES: a seat decides.
inline envs::Seat SeatOf(NodeKind kind) {
  return kind == NodeKind::kSeat0 ? envs::Seat::k0 : envs::Seat::k1;
}

// One position. Sums are over visits; values are returns of seat 0.
struct TreeNode {
  double value_sum = 0;
  double draw_sum = 0;
  // Total prior of the edges not opened yet.
  double unopened_prior = 0;
  // The evaluation of the position itself, by the evaluator or, for a terminal position, by the
  // rules.
  float raw_value = 0;
  float raw_draw = 0;
  int32_t visits = 0;
  int32_t parent = -1;
  // The action or outcome that led here.
  envs::Action action = envs::kNoAction;
  int32_t first_edge = 0;
  int32_t num_edges = 0;
  // The first `opened` edges of a seat's node have children; the next edge is the best of the
  // others.
  int32_t opened = 0;
  NodeKind kind = NodeKind::kTerminal;
  bool expanded = false;
  // Its value is known without an evaluation: the game has ended, or the rules know its result.
  bool settled = false;

  // 1 if seat 0 decides, -1 if seat 1.
  double Sign() const { return kind == NodeKind::kSeat1 ? -1 : 1; }
  double Mean() const { return visits == 0 ? 0 : value_sum / visits; }
};

// Whether edges are opened as given or by falling prior (ties: lower action first).
enum class EdgeOrder { kAsGiven, kByPrior };

// Nodes are addressed by index (0 is the root), edges by index within their node. The sign of
// values depends on the deciding seat, never on depth. One thread at a time.
class SearchTree {
 public:
  // With `known_returns`, nodes below the root whose return the rules know (Game::KnownReturn) are
  // settled. `game` must outlive the tree.
  SearchTree(const envs::Game& game, bool known_returns);

  // Removes all nodes but keeps their memory. REQUIRES: `root` is not terminal.
  void Reset(envs::ConstPositions root, const envs::RepetitionHistory* history);

  int Size() const { return static_cast<int>(nodes_.size()); }
  const TreeNode& Node(int node) const { return nodes_[static_cast<size_t>(node)]; }
  envs::ConstPositions Position(int node) const { return positions_[node]; }
  envs::Action EdgeAction(int node, int edge) const { return actions_[Slot(node, edge)]; }
  float Prior(int node, int edge) const { return priors_[Slot(node, edge)]; }
  // REQUIRES: the edge is opened.
  const TreeNode& Child(int node, int edge) const { return Node(children_[Slot(node, edge)]); }
  // Mean return of an opened edge for the deciding seat of `node`.
  double Value(int node, int edge) const { return Node(node).Sign() * Child(node, edge).Mean(); }

  // The number of the child behind an opened edge, or -1 if it is not opened.
  int Next(int node, int edge) const { return children_[Slot(node, edge)]; }
  // Writes the position behind an edge, opened or not, and returns who acts there. Changes nothing.
  // REQUIRES: a seat's node.
  NodeKind Peek(int node, int edge, envs::Positions out);
  // The child of a node by an event, or -1 if there is none.
  int Find(int node, envs::Action action) const;
  // Makes a node the root; keeps its subtree with all statistics and drops the rest. `history` is
  // the history of the new root. REQUIRES: a seat's node, expanded by prior.
  void Reroot(int node, const envs::RepetitionHistory* history);
  // Sets the priors of the root's edges, which determine the order in which unvisited ones open.
  // REQUIRES: edges by prior; `actions` holds all of them, ascending.
  void SetRootPriors(std::span<const envs::Action> actions, std::span<const float> priors);

  // Adds the edges of a seat's node. `wdl` is for the deciding seat.
  void Expand(int node, std::span<const envs::Action> actions, std::span<const float> priors,
              const Wdl& wdl, EdgeOrder order);
  // Settles a seat's node that has not been expanded. `value` is for the deciding seat.
  void Settle(int node, float value);
  // The child of an edge, created if necessary. REQUIRES: edge <= opened.
  int Follow(int node, int edge);
  // The child of a random chance outcome, created if necessary. REQUIRES: chance acts.
  int FollowChance(int node, RandomStream* random);
  // Adds a visit with the leaf's raw value to the leaf and all its ancestors.
  void BackUp(int leaf);
  // The line of most visited actions from the root, starting with edge `first_edge`.
  void Line(int first_edge, std::vector<envs::Action>* line) const;

 private:
  size_t Slot(int node, int edge) const {
    return static_cast<size_t>(Node(node).first_edge) + static_cast<size_t>(edge);
  }
  int AddNode(int parent, envs::Action action);
  // Writes the position after an event at a node.
  void MakePosition(int parent, envs::Action action, envs::Positions out);
  NodeKind KindOf(envs::ConstPositions one) const;
  // Appends the edges of a node to the kept edges, with their children renumbered.
  void KeepEdges(TreeNode* node);
  void SetRootHistory(const envs::RepetitionHistory* history);
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
  // For games with repetition rules: the root's history, and scratch space to replay from the root.
  envs::RepetitionHistory root_history_;
  envs::RepetitionHistory history_;
  std::vector<int> path_;
  // Scratch space of Reroot: the new number of each node, and the kept edges.
  std::vector<int32_t> renumbered_;
  std::vector<envs::Action> kept_actions_;
  std::vector<float> kept_priors_;
  std::vector<int32_t> kept_children_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
