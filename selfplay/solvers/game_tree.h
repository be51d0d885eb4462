// GameTree: a small game written out, every history with the information set it belongs to.
//
// A seat's information set is named by the bytes it has seen (Game::Visible), so that nobody
// forgets. Of two who act at the same time seat 0 does first, unseen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/solvers/payoff.h"

namespace kvintet::selfplay::solvers {

// No information set, no choice.
inline constexpr size_t kNone = SIZE_MAX;

// One history of the game. Its children stand side by side, after it.
struct TreeNode {
  // Who acts; nobody at the end.
  envs::ActorSet actors = {};
  size_t first_child = 0;
  size_t num_children = 0;
  // Of a seat's node.
  size_t information_set = kNone;
  // Of a child of chance: how likely it is there.
  double probability = 1;
  // Of an end, to seat 0.
  double payoff = 0;
};

// A set of nodes that its seat cannot tell apart.
struct InformationSet {
  int seat = 0;
  // Child k of each node follows action k.
  std::vector<envs::Action> actions = {};
  // What the seat knows.
  envs::ViewBuffer view = {};
  std::vector<size_t> nodes = {};
  // The seat's own last set before, and the rank of the action it took there; or kNone.
  size_t parent_set = kNone;
  size_t parent_rank = kNone;
};

// All histories of a game; node 0 is the start. A set comes after the sets its seat passed before.
struct GameTree {
  std::vector<TreeNode> nodes = {};
  std::vector<InformationSet> sets = {};
};

// ResourceExhausted after max_nodes, Unimplemented where history beside the position counts.
absl::StatusOr<GameTree> WriteOut(const envs::Game& game, Payoff payoff, int64_t max_nodes);

// Probabilities of the actions of every information set: [sets][actions of the set].
using Strategy = std::vector<std::vector<double>>;

Strategy UniformStrategy(const GameTree& tree);
// Weights as probabilities [n], what is negative as zero; uniform where nothing is positive.
void Normalise(std::span<const double> weights, std::span<double> probabilities);
// The same in every set.
Strategy Normalised(const Strategy& weights);

// What seat 0 gets when both play the strategy.
double ExpectedPayoff(const GameTree& tree, const Strategy& strategy);

// What `seat` gets by its best answer to the other seat's part of the strategy. If `answer` is
// given, the answer's choices replace that seat's part of it.
double BestAnswer(const GameTree& tree, int seat, const Strategy& strategy,
                  Strategy* answer = nullptr);

// How much both seats together could gain by best answers: 0 in an equilibrium. Half of it is what
// is called exploitability.
double NashConv(const GameTree& tree, const Strategy& strategy);

}  // namespace kvintet::selfplay::solvers
