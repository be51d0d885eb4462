// DoubleOracle: an equilibrium of a pairwise game over all its joint moves.
//
// McMahan, Gordon, Blum, "Planning in the presence of cost functions controlled by an adversary",
// 2003: the best answers to an equilibrium among few candidates join the candidates, until they
// gain nothing. Best answers are assignments (assignment.h), so the gap is certified over all joint
// moves though few are ever looked at.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::solvers {

// When to stop, and where to begin.
struct DoubleOracleSettings {
  // Stops at this gap, in the game's units, or after so many rounds.
  double gap = 1e-7;
  int max_rounds = 1000;
  // Candidates to begin with, each legal and once; may be empty.
  std::span<const JointOptions> rows = {};
  std::span<const JointOptions> columns = {};
};

// Candidates of a seat with the probabilities of its strategy: [n] each.
struct MixedJointMoves {
  std::vector<JointOptions> moves = {};
  std::vector<double> probabilities = {};
};

// An equilibrium, the value of which to the row seat is within gap / 2 of `value`.
struct PairwiseSolution {
  double value = 0;
  // NashConv over all joint moves: what best answers to both strategies leave open.
  double gap = 0;
  MixedJointMoves row = {};
  MixedJointMoves column = {};
  int rounds = 0;
};

// Ties between best answers are broken by `random`. REQUIRES: both seats have a legal joint move.
PairwiseSolution SolvePairwiseGame(const PairwiseGame& game, const DoubleOracleSettings& settings,
                                   RandomStream* random);

// The joint move of each seat that answers the other's strategy best, and what it brings that seat.
struct BestAnswers {
  JointOptions row = {};
  JointOptions column = {};
  double row_payoff = 0;
  double column_payoff = 0;
};

// To strategies given by their marginals (`Marginals`), over all legal joint moves.
BestAnswers AnswerBest(const PairwiseGame& game, std::span<const double> row_marginals,
                       std::span<const double> column_marginals, RandomStream* random);

}  // namespace kvintet::selfplay::solvers
