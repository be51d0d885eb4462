// SeatMoves: see the header.
#include "selfplay/equilibrium/seat_moves.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::selfplay {

void SeatMoves::Reset() {
  nodes_.clear();
  Node root = {.position = envs::PositionBuffer(1, stage_.game().Spec().position_bytes)};
  envs::CopyRows<envs::PositionTag>(stage_.Base(), root.position.Span());
  root.complete = !stage_.Acts(static_cast<size_t>(envs::Index(seat_)));
  Open(&root);
  nodes_.push_back(std::move(root));
}

void SeatMoves::Open(Node* node) const {
  if (!node->complete) {
    const envs::ViewBuffer view = envs::ViewOf(stage_.game(), node->position.Span(), seat_);
    node->legal = envs::LegalList(stage_.game(), view.Span());
    node->children.assign(node->legal.size(), -1);
  }
}

int SeatMoves::Follow(int node, size_t rank) {
  if (const int known = At(node).children[rank]; known >= 0) {
    return known;
  }
  Node next = {.position = At(node).position, .parent = node, .action = At(node).legal[rank]};
  stage_.Step(next.position.Span(), seat_, next.action);
  next.complete = stage_.Complete(next.position.Span(), seat_);
  Open(&next);
  const auto made = static_cast<int>(nodes_.size());
  nodes_[static_cast<size_t>(node)].children[rank] = made;
  nodes_.push_back(std::move(next));
  return made;
}

int SeatMoves::FollowAction(int node, envs::Action action) {
  const std::vector<envs::Action>& legal = At(node).legal;
  const auto found = std::ranges::lower_bound(legal, action);
  return found == legal.end() || *found != action
             ? -1
             : Follow(node, static_cast<size_t>(found - legal.begin()));
}

int SeatMoves::Find(envs::ConstViews one, int actions, std::span<const JointMove> moves) {
  for (const JointMove& move : moves) {
    int node = 0;
    for (size_t i = 0; i < static_cast<size_t>(actions) && node >= 0; ++i) {
      node = i < move.size() ? FollowAction(node, move[i]) : -1;
    }
    if (node >= 0 && !Complete(node) &&
        std::ranges::equal(View(node).Span().Bytes(), one.Bytes())) {
      return node;
    }
  }
  return -1;
}

envs::ViewBuffer SeatMoves::View(int node) const {
  return envs::ViewOf(stage_.game(), At(node).position.Span(), seat_);
}

JointMove SeatMoves::MoveOf(int node) const {
  JointMove move;
  for (; node > 0; node = At(node).parent) {
    move.push_back(At(node).action);
  }
  std::ranges::reverse(move);
  return move;
}

void SeatMoves::SetPolicy(int node, std::span<const float> logits) {
  std::vector<float>& policy = nodes_[static_cast<size_t>(node)].policy;
  policy.resize(logits.size());
  std::vector<double> powers(logits.size());
  Softmax(logits, powers, policy);
}

std::variant<double, int> SeatMoves::Likelihood(const JointMove& move) {
  int node = 0;
  double likelihood = 1;
  for (const envs::Action action : move) {
    if (const std::vector<envs::Action>& legal = At(node).legal; legal.size() > 1) {
      if (!Judged(node)) {
        return node;
      }
      const auto rank = std::ranges::lower_bound(legal, action) - legal.begin();
      likelihood *= static_cast<double>(At(node).policy[static_cast<size_t>(rank)]);
    }
    node = FollowAction(node, action);
  }
  return likelihood;
}

bool SeatMoves::ListAll(size_t limit, std::vector<JointMove>* moves) {
  moves->clear();
  return List(0, limit, moves);
}

bool SeatMoves::List(int node, size_t limit, std::vector<JointMove>* moves) {
  if (Complete(node)) {
    moves->push_back(MoveOf(node));
    return moves->size() <= limit;
  }
  for (size_t rank = 0; rank < Legal(node).size(); ++rank) {
    if (!List(Follow(node, rank), limit, moves)) {
      return false;
    }
  }
  return true;
}

JointMove SeatMoves::Changed(const JointMove& move, RandomStream* random) {
  // The indices at which there is a choice.
  std::vector<size_t> places;
  int node = 0;
  for (size_t i = 0; i < move.size(); ++i) {
    if (Legal(node).size() > 1) {
      places.push_back(i);
    }
    node = FollowAction(node, move[i]);
    KVINTET_CHECK_GE(node, 0);
  }
  if (places.empty()) {
    return move;
  }
  const size_t place = places[random->Below(static_cast<uint32_t>(places.size()))];
  node = 0;
  for (size_t i = 0; !Complete(node); ++i) {
    const std::span<const envs::Action> legal = Legal(node);
    int next = i == place || i >= move.size() ? -1 : FollowAction(node, move[i]);
    if (next < 0) {
      size_t rank = random->Below(static_cast<uint32_t>(legal.size()));
      if (i == place && legal[rank] == move[i]) {
        rank = (rank + 1) % legal.size();
      }
      next = Follow(node, rank);
    }
    node = next;
  }
  return MoveOf(node);
}

}  // namespace kvintet::selfplay
