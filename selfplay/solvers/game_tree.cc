// GameTree: see the header.
#include "selfplay/solvers/game_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::selfplay::solvers {
namespace {

// What a seat has observed and done so far.
struct Memory {
  std::string seen = {};
  size_t set = kNone;
  size_t rank = kNone;
};

// A history that is being expanded.
struct History {
  envs::PositionBuffer position = {};
  std::array<Memory, 2> memories = {};
};

// Builds the tree depth first.
class Writer {
 public:
  Writer(const envs::Game& game, Payoff payoff, int64_t max_nodes)
      : game_(game), payoff_(payoff), max_nodes_(max_nodes) {}

  absl::StatusOr<GameTree> Write() {
    tree_.nodes.emplace_back();
    KVINTET_RETURN_IF_ERROR(Expand(0, {.position = envs::InitialPosition(game_)}));
    return std::move(tree_);
  }

 private:
  absl::Status Expand(size_t index, const History& history) {
    const envs::ConstPositions one = history.position.Span();
    const envs::ActorSet actors = envs::ActorsOf(game_, one);
    if (actors.Empty()) {
      KVINTET_ASSIGN_OR_RETURN(tree_.nodes[index].payoff, PayoffOf(game_.Result(one), payoff_));
      return absl::OkStatus();
    }
    const envs::Actor actor = actors.First();
    tree_.nodes[index].actors = envs::ActorSet::Only(actor);
    std::vector<envs::ChanceOutcome> outcomes;
    if (actor == envs::Actor::kChance) {
      game_.ChanceOutcomes(one, &outcomes);
    } else {
      for (const envs::Action action : SetActions(index, history, envs::SeatOf(actor))) {
        outcomes.push_back({action, 1});
      }
    }
    const size_t first = tree_.nodes.size();
    if (first + outcomes.size() > static_cast<size_t>(max_nodes_)) {
      return absl::ResourceExhaustedError(
          absl::StrCat(game_.Spec().text, " has more than ", max_nodes_, " histories"));
    }
    tree_.nodes[index].first_child = first;
    tree_.nodes[index].num_children = outcomes.size();
    tree_.nodes.resize(first + outcomes.size());
    const size_t set = tree_.nodes[index].information_set;
    for (size_t k = 0; k < outcomes.size(); ++k) {
      tree_.nodes[first + k].probability = outcomes[k].probability;
      History next = After(history, actor, outcomes[k].outcome);
      if (set != kNone) {
        Memory& own = next.memories[static_cast<size_t>(envs::Index(actor))];
        own.set = set;
        own.rank = k;
      }
      KVINTET_RETURN_IF_ERROR(Expand(first + k, next));
    }
    return absl::OkStatus();
  }

  const std::vector<envs::Action>& SetActions(size_t index, const History& history,
                                              envs::Seat seat) {
    const envs::ViewBuffer view = envs::ViewOf(game_, history.position.Span(), seat);
    const std::vector<envs::Action> legal = envs::LegalList(game_, view.Span());
    const Memory& memory = history.memories[static_cast<size_t>(envs::Index(seat))];
    const auto [found, is_new] = ids_.emplace(std::pair(seat, memory.seen), tree_.sets.size());
    if (is_new) {
      tree_.sets.push_back({.seat = envs::Index(seat),
                            .actions = legal,
                            .view = view,
                            .parent_set = memory.set,
                            .parent_rank = memory.rank});
    }
    InformationSet& set = tree_.sets[found->second];
    // A seat's observations must determine its legal actions, its view and its own past actions.
    KVINTET_CHECK(set.actions == legal);
    KVINTET_CHECK(std::ranges::equal(set.view.Span().Bytes(), view.Span().Bytes()));
    KVINTET_CHECK(set.parent_set == memory.set && set.parent_rank == memory.rank);
    set.nodes.push_back(index);
    tree_.nodes[index].information_set = found->second;
    return set.actions;
  }

  History After(const History& history, envs::Actor actor, envs::Action action) const {
    History next = history;
    for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
      std::array<std::byte, envs::kMaxVisibleBytes> bytes = {};
      const int size = game_.Visible(history.position.Span(), actor, action, seat, bytes);
      next.memories[static_cast<size_t>(envs::Index(seat))].seen.append(
          reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(size));
    }
    envs::RepetitionHistory no_repetition(0);
    envs::StepOne(game_, next.position.Span(), &no_repetition, actor, action);
    return next;
  }

  const envs::Game& game_;
  const Payoff payoff_;
  const int64_t max_nodes_;
  GameTree tree_;
  std::map<std::pair<envs::Seat, std::string>, size_t> ids_;
};

// Probability of child k of a node.
double ChildProbability(const GameTree& tree, const GameTreeNode& node, size_t k,
                        const Strategy& strategy) {
  return node.information_set == kNone ? tree.nodes[node.first_child + k].probability
                                       : strategy[node.information_set][k];
}

// Computes a seat's best response by backward induction.
class Answerer {
 public:
  Answerer(const GameTree& tree, int seat, const Strategy& strategy)
      : tree_(tree),
        seat_(seat),
        sign_(seat == 0 ? 1 : -1),
        reach_(tree.nodes.size(), 0.0),
        values_(tree.nodes.size(), 0.0),
        valued_(tree.nodes.size(), 0),
        ranks_(tree.sets.size(), kNone) {
    reach_[0] = 1;
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
      const GameTreeNode& node = tree.nodes[i];
      for (size_t k = 0; k < node.num_children; ++k) {
        reach_[node.first_child + k] =
            reach_[i] * (node.IsSeats(seat) ? 1 : ChildProbability(tree, node, k, strategy));
      }
    }
  }

  // Value of a node to the seat, weighted by the probability of reaching it if the seat plays
  // towards it.
  double Value(size_t index) {
    if (valued_[index] != 0) {
      return values_[index];
    }
    const GameTreeNode& node = tree_.nodes[index];
    double value = sign_ * reach_[index] * node.payoff;
    if (node.IsSeats(seat_)) {
      value = Value(node.first_child + Rank(node.information_set));
    } else {
      for (size_t k = 0; k < node.num_children; ++k) {
        value += Value(node.first_child + k);
      }
    }
    valued_[index] = 1;
    values_[index] = value;
    return value;
  }

  // The best choice for all nodes of a set together.
  size_t Rank(size_t set) {
    if (ranks_[set] == kNone) {
      const InformationSet& own = tree_.sets[set];
      std::vector<double> totals(own.actions.size(), 0.0);
      for (const size_t index : own.nodes) {
        for (size_t k = 0; k < totals.size(); ++k) {
          totals[k] += Value(tree_.nodes[index].first_child + k);
        }
      }
      ranks_[set] = static_cast<size_t>(std::ranges::max_element(totals) - totals.begin());
    }
    return ranks_[set];
  }

 private:
  const GameTree& tree_;
  const int seat_;
  const double sign_;
  std::vector<double> reach_;
  std::vector<double> values_;
  std::vector<uint8_t> valued_;
  std::vector<size_t> ranks_;
};

}  // namespace

absl::StatusOr<GameTree> WriteOut(const envs::Game& game, Payoff payoff, int64_t max_nodes) {
  if (game.Spec().history_capacity > 0) {
    return absl::UnimplementedError(
        absl::StrCat("wanted a game without rules about earlier positions; ", game.Spec().text,
                     " has such rules"));
  }
  return Writer(game, payoff, max_nodes).Write();
}

Strategy UniformStrategy(const GameTree& tree) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    strategy.emplace_back(set.actions.size(), 1.0 / static_cast<double>(set.actions.size()));
  }
  return strategy;
}

void Normalise(std::span<const double> weights, std::span<double> probabilities) {
  double total = 0;
  for (const double weight : weights) {
    total += std::max(weight, 0.0);
  }
  const double uniform = 1 / static_cast<double>(weights.size());
  for (size_t k = 0; k < weights.size(); ++k) {
    probabilities[k] = total > 0 ? std::max(weights[k], 0.0) / total : uniform;
  }
}

Strategy Normalised(const Strategy& weights) {
  Strategy strategy = weights;
  for (std::vector<double>& set : strategy) {
    Normalise(set, set);
  }
  return strategy;
}

double ExpectedPayoff(const GameTree& tree, const Strategy& strategy) {
  std::vector<double> values(tree.nodes.size());
  for (size_t i = tree.nodes.size(); i-- > 0;) {
    const GameTreeNode& node = tree.nodes[i];
    values[i] = node.payoff;
    for (size_t k = 0; k < node.num_children; ++k) {
      values[i] += ChildProbability(tree, node, k, strategy) * values[node.first_child + k];
    }
  }
  return values[0];
}

double BestAnswer(const GameTree& tree, int seat, const Strategy& strategy, Strategy* answer) {
  Answerer answerer(tree, seat, strategy);
  const double value = answerer.Value(0);
  for (size_t s = 0; answer != nullptr && s < tree.sets.size(); ++s) {
    if (tree.sets[s].seat == seat) {
      (*answer)[s].assign(tree.sets[s].actions.size(), 0.0);
      (*answer)[s][answerer.Rank(s)] = 1;
    }
  }
  return value;
}

double NashConv(const GameTree& tree, const Strategy& strategy) {
  return BestAnswer(tree, 0, strategy) + BestAnswer(tree, 1, strategy);
}

}  // namespace kvintet::selfplay::solvers
