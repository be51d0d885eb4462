// SeatMoves: the whole moves of one seat in a stage, as a tree of action prefixes.
//
// Nodes are created on demand. Each node is a partial move, and stores the evaluator's policy there
// once it is set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "selfplay/equilibrium/joint_stage.h"

namespace kvintet::selfplay {

// Node 0 is the empty move. One thread at a time.
class SeatMoves {
 public:
  // `stage` must outlive it.
  SeatMoves(JointStage* stage, envs::Seat seat) : stage_(*stage), seat_(seat) {}

  // Clears the tree. REQUIRES: the stage has been restarted.
  void Reset();

  bool Complete(int node) const { return At(node).complete; }
  // Empty for a complete move.
  std::span<const envs::Action> Legal(int node) const { return At(node).legal; }
  // The child of a node by the legal action with this index.
  int Follow(int node, size_t rank);
  // The child of a node by an action, or -1 if the action is not legal.
  int FollowAction(int node, envs::Action action);
  // The node whose view equals `one`, which the seat sees `actions` actions after node 0. Searches
  // only prefixes of the given moves; -1 if there is none.
  int Find(envs::ConstViews one, int actions, std::span<const JointMove> moves);
  envs::ViewBuffer View(int node) const;
  JointMove MoveOf(int node) const;

  bool Judged(int node) const { return !At(node).policy.empty(); }
  void SetPolicy(int node, std::span<const float> logits);
  // [legal]. REQUIRES: Judged.
  std::span<const float> Policy(int node) const { return At(node).policy; }

  // The policy's probability of a move, or the first node on its path that has no policy yet.
  std::variant<double, int> Likelihood(const JointMove& move);

  // Lists every move. False if there are more than `limit`; `moves` is then incomplete.
  bool ListAll(size_t limit, std::vector<JointMove>* moves);
  // The move with one of its actions changed and as many of the others kept as the rules allow; the
  // same move if there is only one.
  JointMove Changed(const JointMove& move, RandomStream* random);

 private:
  struct Node {
    envs::PositionBuffer position = {};
    std::vector<envs::Action> legal = {};
    std::vector<float> policy = {};
    std::vector<int32_t> children = {};
    int32_t parent = -1;
    envs::Action action = envs::kNoAction;
    bool complete = false;
  };

  const Node& At(int node) const { return nodes_[static_cast<size_t>(node)]; }
  bool List(int node, size_t limit, std::vector<JointMove>* moves);
  // Fills in the fields that follow from the position.
  void Open(Node* node) const;

  JointStage& stage_;
  const envs::Seat seat_;
  std::vector<Node> nodes_;
};

}  // namespace kvintet::selfplay
