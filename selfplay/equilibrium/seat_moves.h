// SeatMoves: the whole moves of one seat in a stage, as a tree of the actions they begin with.
//
// Only what is asked for is made. A node is a beginning; the evaluator's policy there is told once
// and kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/rng.h"
#include "selfplay/equilibrium/joint_stage.h"

namespace kvintet::selfplay {

// Node 0 has nothing chosen. Of one thread.
class SeatMoves {
 public:
  // `stage` must outlive it.
  SeatMoves(JointStage* stage, envs::Seat seat) : stage_(*stage), seat_(seat) {}

  // Forgets everything. REQUIRES: the stage has been started anew.
  void Reset();

  bool Complete(int node) const { return At(node).complete; }
  // None where complete.
  std::span<const envs::Action> Legal(int node) const { return At(node).legal; }
  // The node behind the legal action of that rank.
  int Follow(int node, size_t rank);
  // The node behind an action, or -1 where it is not legal.
  int FollowAction(int node, envs::Action action);
  // The node whose view is `one`, which its seat sees after `actions` actions more than at node 0;
  // only of beginnings of the moves given. -1 if none is.
  int Find(envs::ConstViews one, int actions, std::span<const JointMove> moves);
  envs::ViewBuffer View(int node) const;
  JointMove MoveOf(int node) const;

  bool Judged(int node) const { return !At(node).policy.empty(); }
  void SetPolicy(int node, std::span<const float> logits);
  // [legal]. REQUIRES: Judged.
  std::span<const float> Policy(int node) const { return At(node).policy; }

  // How likely the policy makes a move, or the first node on its way that is still to be judged.
  std::variant<double, int> Likelihood(const JointMove& move);

  // Every move, unless they are more than `limit`: then false, and `moves` is of no use.
  bool ListAll(size_t limit, std::vector<JointMove>* moves);
  // The move with one of its actions changed and as many of the others kept as the rules let; the
  // same where there is only one move.
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
  // Fills in what follows from the position.
  void Open(Node* node) const;

  JointStage& stage_;
  const envs::Seat seat_;
  std::vector<Node> nodes_;
};

}  // namespace kvintet::selfplay
