// SearchTree: see the header.
#include "selfplay/search/search_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;

namespace {

constexpr int kFirstRoom = 64;
constexpr int32_t kNoChild = -1;

}  // namespace

SearchTree::SearchTree(const envs::Game& game, bool known_returns)
    : game_(game),
      known_returns_(known_returns && game.known_returns()),
      positions_(kFirstRoom, game.Spec().position_bytes),
      room_(kFirstRoom),
      view_(1, game.Spec().view_bytes),
      root_history_(game.Spec().history_capacity),
      history_(game.Spec().history_capacity) {}

void SearchTree::Reset(envs::ConstPositions root, const envs::RepetitionHistory* history) {
  nodes_.clear();
  actions_.clear();
  priors_.clear();
  children_.clear();
  SetRootHistory(history);
  nodes_.emplace_back();
  envs::CopyRows<envs::PositionTag>(root, positions_[0]);
  Classify(0);
  KVINTET_CHECK(nodes_[0].kind != NodeKind::kTerminal);
}

void SearchTree::SetRootHistory(const envs::RepetitionHistory* history) {
  root_history_.Cut();
  if (history != nullptr && game_.Spec().history_capacity > 0) {
    root_history_.CopyFrom(*history);
  }
}

int SearchTree::Find(int node, Action action) const {
  const TreeNode& n = Node(node);
  for (int edge = 0; edge < n.num_edges; ++edge) {
    if (const size_t slot = Slot(node, edge); actions_[slot] == action) {
      return children_[slot];
    }
  }
  return kNoChild;
}

void SearchTree::Reroot(int node, const envs::RepetitionHistory* history) {
  KVINTET_CHECK(Node(node).expanded && by_prior_at_root_);
  SetRootHistory(history);
  // Parents come before their children.
  renumbered_.assign(nodes_.size(), kNoChild);
  int32_t count = 0;
  for (int from = node; from < Size(); ++from) {
    const int parent = Node(from).parent;
    if (from == node || (parent >= 0 && renumbered_[static_cast<size_t>(parent)] >= 0)) {
      renumbered_[static_cast<size_t>(from)] = count++;
    }
  }
  kept_actions_.clear();
  kept_priors_.clear();
  kept_children_.clear();
  for (int from = node; from < Size(); ++from) {
    const int32_t to = renumbered_[static_cast<size_t>(from)];
    if (to < 0) {
      continue;
    }
    TreeNode moved = Node(from);
    KeepEdges(&moved);
    moved.parent = to == 0 ? -1 : renumbered_[static_cast<size_t>(moved.parent)];
    nodes_[static_cast<size_t>(to)] = moved;
    envs::CopyRows<envs::PositionTag>(Position(from), positions_[to]);
  }
  nodes_.resize(static_cast<size_t>(count));
  nodes_[0].action = envs::kNoAction;
  std::swap(actions_, kept_actions_);
  std::swap(priors_, kept_priors_);
  std::swap(children_, kept_children_);
}

void SearchTree::KeepEdges(TreeNode* node) {
  const auto first = static_cast<size_t>(node->first_edge);
  const size_t end = first + static_cast<size_t>(node->num_edges);
  node->first_edge = static_cast<int32_t>(kept_actions_.size());
  for (size_t i = first; i < end; ++i) {
    kept_actions_.push_back(actions_[i]);
    kept_priors_.push_back(priors_[i]);
    const int32_t child = children_[i];
    kept_children_.push_back(child < 0 ? child : renumbered_[static_cast<size_t>(child)]);
  }
}

void SearchTree::SetRootPriors(std::span<const Action> actions, std::span<const float> priors) {
  TreeNode& n = nodes_[0];
  KVINTET_CHECK(by_prior_at_root_ && actions.size() == static_cast<size_t>(n.num_edges));
  n.unopened_prior = 0;
  for (int edge = 0; edge < n.num_edges; ++edge) {
    const size_t slot = Slot(0, edge);
    const auto at = std::ranges::lower_bound(actions, actions_[slot]) - actions.begin();
    priors_[slot] = priors[static_cast<size_t>(at)];
    n.unopened_prior += edge < n.opened ? 0 : static_cast<double>(priors_[slot]);
  }
  PromoteBest(0);
}

void SearchTree::Expand(int node, std::span<const Action> actions, std::span<const float> priors,
                        const Wdl& wdl, EdgeOrder order) {
  KVINTET_CHECK_EQ(actions.size(), priors.size());
  TreeNode& n = nodes_[static_cast<size_t>(node)];
  KVINTET_DCHECK(!n.expanded);
  n.expanded = true;
  n.raw_value = static_cast<float>(n.Sign()) * wdl.Value();
  n.raw_draw = wdl.draw;
  n.first_edge = static_cast<int32_t>(actions_.size());
  n.num_edges = static_cast<int32_t>(actions.size());
  actions_.insert(actions_.end(), actions.begin(), actions.end());
  priors_.insert(priors_.end(), priors.begin(), priors.end());
  children_.insert(children_.end(), actions.size(), kNoChild);
  for (const float prior : priors) {
    n.unopened_prior += prior;
  }
  if (node == 0) {
    by_prior_at_root_ = order == EdgeOrder::kByPrior;
  }
  PromoteBest(node);
}

void SearchTree::PromoteBest(int node) {
  const TreeNode& n = Node(node);
  if (n.opened == n.num_edges || (node == 0 && !by_prior_at_root_)) {
    return;
  }
  const size_t end = Slot(node, n.num_edges);
  const size_t front = Slot(node, n.opened);
  size_t best = front;
  for (size_t i = front + 1; i < end; ++i) {
    if (priors_[i] > priors_[best] ||
        (priors_[i] == priors_[best] && actions_[i] < actions_[best])) {
      best = i;
    }
  }
  std::swap(priors_[front], priors_[best]);
  std::swap(actions_[front], actions_[best]);
}

int SearchTree::Follow(int node, int edge) {
  const size_t slot = Slot(node, edge);
  if (children_[slot] != kNoChild) {
    return children_[slot];
  }
  KVINTET_CHECK_EQ(edge, Node(node).opened);
  const int child = AddNode(node, actions_[slot]);
  children_[slot] = child;
  TreeNode& n = nodes_[static_cast<size_t>(node)];
  ++n.opened;
  n.unopened_prior = n.opened == n.num_edges
                         ? 0
                         : std::max(0.0, n.unopened_prior - static_cast<double>(priors_[slot]));
  PromoteBest(node);
  return child;
}

int SearchTree::FollowChance(int node, RandomStream* random) {
  if (!Node(node).expanded) {
    ExpandChance(node);
  }
  const TreeNode& n = Node(node);
  double rest = random->Uniform();
  int edge = 0;
  while (edge + 1 < n.num_edges && (rest -= static_cast<double>(Prior(node, edge))) >= 0) {
    ++edge;
  }
  const size_t slot = Slot(node, edge);
  if (children_[slot] == kNoChild) {
    // AddNode may reallocate the nodes, but not the edges.
    const int child = AddNode(node, actions_[slot]);
    children_[slot] = child;
  }
  return children_[slot];
}

void SearchTree::ExpandChance(int node) {
  game_.ChanceOutcomes(Position(node), &outcomes_);
  TreeNode& n = nodes_[static_cast<size_t>(node)];
  n.expanded = true;
  n.first_edge = static_cast<int32_t>(actions_.size());
  n.num_edges = static_cast<int32_t>(outcomes_.size());
  for (const envs::ChanceOutcome& outcome : outcomes_) {
    actions_.push_back(outcome.outcome);
    priors_.push_back(static_cast<float>(outcome.probability));
    children_.push_back(kNoChild);
  }
}

int SearchTree::AddNode(int parent, Action action) {
  const int node = Size();
  if (node == room_) {
    envs::PositionBuffer larger(2 * room_, game_.Spec().position_bytes);
    envs::CopyRows<envs::PositionTag>(std::as_const(positions_).Span(),
                                      larger.Span().Subspan(0, room_));
    positions_ = std::move(larger);
    room_ *= 2;
  }
  nodes_.emplace_back();
  nodes_.back().parent = parent;
  nodes_.back().action = action;
  MakePosition(parent, action, positions_[node]);
  Classify(node);
  return node;
}

NodeKind SearchTree::Peek(int node, int edge, envs::Positions out) {
  MakePosition(node, EdgeAction(node, edge), out);
  return KindOf(std::as_const(out));
}

void SearchTree::MakePosition(int parent, Action action, envs::Positions out) {
  const auto step = [&](int from, Action event) {
    const auto actor = static_cast<Actor>(Node(from).kind);
    game_.Step(out, {&history_, 1}, {&actor, 1}, {&event, 1});
  };
  if (game_.Spec().history_capacity == 0) {
    envs::CopyRows<envs::PositionTag>(Position(parent), out);
    step(parent, action);
    return;
  }
  path_.clear();
  for (int i = parent; i != 0; i = Node(i).parent) {
    path_.push_back(i);
  }
  history_.CopyFrom(root_history_);
  envs::CopyRows<envs::PositionTag>(Position(0), out);
  for (auto i = path_.rbegin(); i != path_.rend(); ++i) {
    step(Node(*i).parent, Node(*i).action);
  }
  step(parent, action);
}

NodeKind SearchTree::KindOf(envs::ConstPositions one) const {
  envs::ActorSet actors;
  game_.Actors(one, {&actors, 1});
  KVINTET_CHECK(!actors.Simultaneous());
  return actors.Empty() ? NodeKind::kTerminal : static_cast<NodeKind>(actors.First());
}

void SearchTree::Classify(int node) {
  TreeNode& n = nodes_[static_cast<size_t>(node)];
  n.kind = KindOf(Position(node));
  if (n.kind == NodeKind::kTerminal) {
    n.settled = true;
    n.raw_value = game_.Result(Position(node)).returns[0];
    n.raw_draw = 1 - std::abs(n.raw_value);
  } else if (known_returns_ && node != 0 && n.kind != NodeKind::kChance) {
    SettleIfKnown(node);
  }
}

void SearchTree::SettleIfKnown(int node) {
  const envs::Seat seat = SeatOf(Node(node).kind);
  game_.MakeViews(Position(node), {&seat, 1}, view_.Span());
  if (const std::optional<float> known = game_.known_returns()->KnownReturn(view_.Span())) {
    Settle(node, *known);
  }
}

void SearchTree::Settle(int node, float value) {
  TreeNode& n = nodes_[static_cast<size_t>(node)];
  n.settled = true;
  n.raw_value = static_cast<float>(n.Sign()) * value;
  n.raw_draw = 1 - std::abs(n.raw_value);
}

void SearchTree::BackUp(int leaf) {
  const double value = Node(leaf).raw_value;
  const double draw = Node(leaf).raw_draw;
  for (int node = leaf; node >= 0; node = Node(node).parent) {
    TreeNode& n = nodes_[static_cast<size_t>(node)];
    ++n.visits;
    n.value_sum += value;
    n.draw_sum += draw;
  }
}

void SearchTree::Line(int first_edge, std::vector<Action>* line) const {
  line->assign(1, EdgeAction(0, first_edge));
  int edge = first_edge;
  for (int node = 0; edge < Node(node).opened;) {
    node = children_[Slot(node, edge)];
    const TreeNode& n = Node(node);
    if (n.kind == NodeKind::kChance || n.opened == 0) {
      return;
    }
    edge = 0;
    for (int i = 1; i < n.opened; ++i) {
      edge = Child(node, i).visits > Child(node, edge).visits ? i : edge;
    }
    line->push_back(EdgeAction(node, edge));
  }
}

}  // namespace kvintet::selfplay
