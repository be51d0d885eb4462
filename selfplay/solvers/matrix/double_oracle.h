// DoubleOracle: finds an equilibrium of a pairwise game over all its joint moves.
//
// McMahan, Gordon, Blum, "Planning in the presence of cost functions controlled by an adversary",
// 2003: best responses to an equilibrium among a few candidates join the candidates until they gain
// nothing. Best responses are assignments (assignment.h), so the gap is certified over all joint
// moves although only a few are ever considered.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::solvers {

// When to stop, and the initial candidates.
struct DoubleOracleSettings {
  // Stops at this gap, in the game's units, or after max_rounds.
  double gap = 1e-7;
  int max_rounds = 1000;
  // Initial candidates, legal and distinct; may be empty.
  std::span<const JointOptions> rows = {};
  std::span<const JointOptions> columns = {};
};

// Candidates of a seat with their probabilities: [n] each.
struct MixedJointMoves {
  std::vector<JointOptions> moves = {};
  std::vector<double> probabilities = {};
};

// An approximate equilibrium and its value to the row seat; the game's value is within gap / 2 of
// `value`.
struct PairwiseSolution {
  double value = 0;
  // NashConv over all joint moves: the total gain of best responses to both strategies.
  double gap = 0;
  MixedJointMoves row = {};
  MixedJointMoves column = {};
  int rounds = 0;
};

// `random` breaks ties between best responses. REQUIRES: both seats have a legal joint move.
PairwiseSolution SolvePairwiseGame(const PairwiseGame& game, const DoubleOracleSettings& settings,
                                   RandomStream* random);

// Each seat's best response to the other's strategy, and its payoff to that seat.
struct BestAnswers {
  JointOptions row = {};
  JointOptions column = {};
  double row_payoff = 0;
  double column_payoff = 0;
};

// Best responses over all legal joint moves to strategies given by their marginals (`Marginals`).
BestAnswers AnswerBest(const PairwiseGame& game, std::span<const double> row_marginals,
                       std::span<const double> column_marginals, RandomStream* random);

}  // namespace kvintet::selfplay::solvers
