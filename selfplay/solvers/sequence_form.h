// SequenceForm: the equilibrium of a written-out game by one linear program.
//
// Koller, Megiddo, von Stengel, "Fast algorithms for finding randomized strategies in game trees",
// 1994: instead of whole plans the variables are the probabilities of a seat's own sequences of
// actions, so that the program is no larger than the tree.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// An equilibrium and its value to seat 0.
struct TreeSolution {
  double value = 0;
  Strategy strategy = {};
  // NashConv of the strategy: the value is wrong by no more than this.
  double gap = 0;
};

// The program's rows and columns, by the simplex method dense: a million take some ten seconds.
int64_t SequenceFormCells(const GameTree& tree);

// Exact but for rounding, which the gap tells. ResourceExhausted for more than max_cells.
absl::StatusOr<TreeSolution> SolveSequenceForm(const GameTree& tree, int64_t max_cells);

}  // namespace kvintet::selfplay::solvers
