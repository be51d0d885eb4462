// GameTree: a small game written out with its information sets, best answers and CFR, for exact
// tests.
//
// A seat's information set is named by the bytes it has seen (Game::Visible). Of two who act at the
// same time seat 0 does first, unseen. Payoffs are chips of seat 0 if not told otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "envs/game.h"
#include "envs/one_row.h"
#include "tests/support/exact_solver.h"

namespace kvintet::testing {

// One history of the game.
struct TreeNode {
  envs::ActorSet actors = {};
  int depth = 0;
  // Of a seat's node.
  size_t information_set = 0;
  std::vector<size_t> children = {};
  // Of chance's node, beside children.
  std::vector<double> probabilities = {};
  // At the end.
  double payoff = 0;
};

// A set of nodes that its seat cannot tell apart.
struct InformationSet {
  int seat = 0;
  std::vector<envs::Action> actions = {};
  // Their names, as a person sees them.
  std::vector<std::string> names = {};
  // What the seat knows, as text and as bytes.
  std::string view_text = {};
  envs::ViewBuffer view = {};
  std::vector<size_t> nodes = {};
};

// Probabilities of the actions of every information set.
using Strategy = std::vector<std::vector<double>>;

// All histories of a game; children come after their parents.
struct GameTree {
  std::vector<TreeNode> nodes = {};
  std::vector<InformationSet> sets = {};
};

// In poker, where one seat's margin is the other's loss.
inline double ChipsPayoff(const envs::Outcome& outcome) { return outcome.margin[0]; }

namespace game_tree_internal {

// Writes a game out from one history.
class Writer {
 public:
  Writer(const envs::Game& game, Payoff payoff, GameTree* tree)
      : game_(game), payoff_(payoff), tree_(*tree) {}

  size_t Write(const envs::PositionBuffer& position, std::array<std::string, 2> seen, int depth) {
    const size_t index = tree_.nodes.size();
    tree_.nodes.push_back({.depth = depth});
    envs::ActorSet actors = envs::ActorsOf(game_, position.Span());
    if (actors.Empty()) {
      tree_.nodes[index].payoff = payoff_(game_.Result(position.Span()));
      return index;
    }
    actors = envs::ActorSet::Only(actors.First());
    tree_.nodes[index].actors = actors;
    const std::vector<envs::Action> actions = actors.Has(envs::Actor::kChance)
                                                  ? Outcomes(position, index)
                                                  : SetActions(position, seen, index);
    for (const envs::Action action : actions) {
      std::array<std::string, 2> next_seen = seen;
      for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
        next_seen[static_cast<size_t>(seat)] += Shown(position, actors.First(), action, seat);
      }
      envs::PositionBuffer next = position;
      envs::Trail trail(game_.Spec().trail_capacity);
      envs::StepOne(game_, next.Span(), &trail, actors.First(), action);
      const size_t child = Write(next, std::move(next_seen), depth + 1);
      tree_.nodes[index].children.push_back(child);
    }
    return index;
  }

 private:
  std::vector<envs::Action> Outcomes(const envs::PositionBuffer& position, size_t index) {
    std::vector<envs::ChanceOutcome> outcomes;
    game_.ChanceOutcomes(position.Span(), &outcomes);
    std::vector<envs::Action> actions;
    for (const envs::ChanceOutcome& outcome : outcomes) {
      actions.push_back(outcome.outcome);
      tree_.nodes[index].probabilities.push_back(outcome.probability);
    }
    return actions;
  }

  std::vector<envs::Action> SetActions(const envs::PositionBuffer& position,
                                       const std::array<std::string, 2>& seen, size_t index) {
    const envs::Seat seat = envs::SeatOf(tree_.nodes[index].actors.First());
    const envs::ViewBuffer view = envs::ViewOf(game_, position.Span(), seat);
    const auto key = std::pair(seat, seen[static_cast<size_t>(seat)]);
    const auto [found, is_new] = ids_.emplace(key, tree_.sets.size());
    if (is_new) {
      InformationSet set = {.seat = envs::Index(seat),
                            .actions = envs::LegalList(game_, view.Span()),
                            .view_text = game_.ViewText(view.Span()),
                            .view = view};
      for (const envs::Action action : set.actions) {
        set.names.push_back(game_.ActionName(view.Span(), action));
      }
      tree_.sets.push_back(std::move(set));
    }
    InformationSet& set = tree_.sets[found->second];
    // What a seat has seen must decide what it may do and what it knows now.
    KVINTET_CHECK(set.actions == envs::LegalList(game_, view.Span()));
    KVINTET_CHECK(set.view_text == game_.ViewText(view.Span()));
    set.nodes.push_back(index);
    tree_.nodes[index].information_set = found->second;
    return set.actions;
  }

  std::string Shown(const envs::PositionBuffer& position, envs::Actor actor, envs::Action action,
                    envs::Seat seat) const {
    std::array<std::byte, envs::kMaxVisibleBytes> bytes = {};
    const int size = game_.Visible(position.Span(), actor, action, seat, bytes);
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(size)};
  }

  const envs::Game& game_;
  const Payoff payoff_;
  GameTree& tree_;
  std::map<std::pair<envs::Seat, std::string>, size_t> ids_;
};

}  // namespace game_tree_internal

inline GameTree WriteOut(const envs::Game& game, Payoff payoff = ChipsPayoff) {
  GameTree tree;
  game_tree_internal::Writer(game, payoff, &tree).Write(envs::InitialPosition(game), {}, 0);
  return tree;
}

inline Strategy UniformStrategy(const GameTree& tree) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    strategy.emplace_back(set.actions.size(), 1.0 / static_cast<double>(set.actions.size()));
  }
  return strategy;
}

// Always the action of this name, and where there is none, `otherwise`.
inline Strategy AlwaysStrategy(const GameTree& tree, const std::string& name,
                               const std::string& otherwise) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    auto found = std::ranges::find(set.names, name);
    found = found != set.names.end() ? found : std::ranges::find(set.names, otherwise);
    KVINTET_CHECK(found != set.names.end());
    strategy.emplace_back(set.actions.size(), 0.0);
    strategy.back()[static_cast<size_t>(found - set.names.begin())] = 1;
  }
  return strategy;
}

// The probabilities with which a node's children follow.
inline const std::vector<double>& ChildProbabilities(const TreeNode& node,
                                                     const Strategy& strategy) {
  return node.actors.Has(envs::Actor::kChance) ? node.probabilities
                                               : strategy[node.information_set];
}

// What seat 0 gets when both play the strategy.
inline double ExpectedPayoff(const GameTree& tree, const Strategy& strategy) {
  std::vector<double> values(tree.nodes.size());
  for (size_t i = tree.nodes.size(); i-- > 0;) {
    const TreeNode& node = tree.nodes[i];
    values[i] = node.payoff;
    for (size_t k = 0; k < node.children.size(); ++k) {
      values[i] += ChildProbabilities(node, strategy)[k] * values[node.children[k]];
    }
  }
  return values[0];
}

// The probability of reaching each node if `seat` plays for it.
inline std::vector<double> ReachOfOthers(const GameTree& tree, int seat, const Strategy& strategy) {
  std::vector<double> reach(tree.nodes.size(), 0.0);
  reach[0] = 1;
  for (size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    const bool own = node.actors.Has(static_cast<envs::Actor>(seat));
    for (size_t k = 0; k < node.children.size(); ++k) {
      reach[node.children[k]] = reach[i] * (own ? 1 : ChildProbabilities(node, strategy)[k]);
    }
  }
  return reach;
}

// The rank of the action that is best for all nodes of a set together. `values`: of each node, from
// the set's seat, weighted by the reach of others.
inline size_t BestRank(const GameTree& tree, const InformationSet& set,
                       const std::vector<double>& values) {
  std::vector<double> totals(set.actions.size(), 0.0);
  for (const size_t i : set.nodes) {
    for (size_t k = 0; k < totals.size(); ++k) {
      totals[k] += values[tree.nodes[i].children[k]];
    }
  }
  return static_cast<size_t>(std::ranges::max_element(totals) - totals.begin());
}

// What `seat` gets by its best answer to the other seat's part of the strategy.
inline double BestAnswer(const GameTree& tree, int seat, const Strategy& strategy) {
  std::vector<double> values = ReachOfOthers(tree, seat, strategy);
  // By depth, deepest first: all nodes of a set are equally deep.
  std::map<int, std::vector<size_t>, std::greater<>> levels;
  for (size_t i = 0; i < tree.nodes.size(); ++i) {
    values[i] *= tree.nodes[i].payoff * (seat == 0 ? 1 : -1);
    levels[tree.nodes[i].depth].push_back(i);
  }
  for (const auto& [depth, level] : levels) {
    std::map<size_t, size_t> best;
    for (const size_t i : level) {
      const TreeNode& node = tree.nodes[i];
      if (node.actors.Has(static_cast<envs::Actor>(seat))) {
        const size_t set = node.information_set;
        const bool is_new = best.count(set) == 0;
        const size_t rank = is_new ? BestRank(tree, tree.sets[set], values) : best[set];
        best[set] = rank;
        values[i] = values[node.children[rank]];
      } else {
        for (const size_t child : node.children) {
          values[i] += values[child];
        }
      }
    }
  }
  return values[0];
}

// How much both seats together could gain by best answers: 0 in an equilibrium.
inline double NashConv(const GameTree& tree, const Strategy& strategy) {
  return BestAnswer(tree, 0, strategy) + BestAnswer(tree, 1, strategy);
}

}  // namespace kvintet::testing
