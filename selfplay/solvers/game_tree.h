// GameTree: the full tree of a small game, with the information set of every history.
//
// A seat's information set is identified by all the bytes it has seen (Game::Visible), which gives
// perfect recall. In a simultaneous stage seat 0 acts first, unseen by seat 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/solvers/payoff.h"

namespace kvintet::selfplay::solvers {

// Stands for no information set and for no choice.
inline constexpr size_t kNone = SIZE_MAX;

// One history of the game. Its children are contiguous and come after it.
struct GameTreeNode {
  // Who acts; empty in a terminal node.
  envs::ActorSet actors = {};
  size_t first_child = 0;
  size_t num_children = 0;
  // The information set of a seat's node.
  size_t information_set = kNone;
  // Probability of a chance node's child, given that node.
  double probability = 1;
  // Payoff of a terminal node to seat 0.
  double payoff = 0;

  bool IsSeats(int seat) const { return actors.Has(static_cast<envs::Actor>(seat)); }
};

// A set of nodes that its seat cannot tell apart.
struct InformationSet {
  int seat = 0;
  // Child k of each node follows action k.
  std::vector<envs::Action> actions = {};
  // The seat's view.
  envs::ViewBuffer view = {};
  std::vector<size_t> nodes = {};
  // The seat's previous information set and the rank of the action it took there; or kNone.
  size_t parent_set = kNone;
  size_t parent_rank = kNone;
};

// All histories of a game; node 0 is the start. An information set comes after its seat's earlier
// sets.
struct GameTree {
  std::vector<GameTreeNode> nodes = {};
  std::vector<InformationSet> sets = {};
};

// Builds the tree. ResourceExhausted beyond max_nodes, Unimplemented if the rules depend on history
// outside the position.
absl::StatusOr<GameTree> WriteOut(const envs::Game& game, Payoff payoff, int64_t max_nodes);

// Probabilities of the actions of every information set: [sets][actions of the set].
using Strategy = std::vector<std::vector<double>>;

Strategy UniformStrategy(const GameTree& tree);
// Normalises weights to probabilities [n]. Negative weights count as zero; uniform if none is
// positive.
void Normalise(std::span<const double> weights, std::span<double> probabilities);
// The same for every information set.
Strategy Normalised(const Strategy& weights);

// Seat 0's payoff when both seats play the strategy.
double ExpectedPayoff(const GameTree& tree, const Strategy& strategy);

// Payoff of `seat` for its best response to the other seat's part of the strategy. If `answer` is
// given, the response replaces that seat's part of it.
double BestAnswer(const GameTree& tree, int seat, const Strategy& strategy,
                  Strategy* answer = nullptr);

// Total gain of both seats from best responses; 0 in an equilibrium. Exploitability is half of it.
double NashConv(const GameTree& tree, const Strategy& strategy);

}  // namespace kvintet::selfplay::solvers
