// SequenceForm: solves a full game tree for an equilibrium by one linear program.
//
// Koller, Megiddo, von Stengel, "Fast algorithms for finding randomized strategies in game trees",
// 1994: the variables are the probabilities of a seat's own action sequences instead of whole
// plans, so that the program is no larger than the tree.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// An equilibrium and its value to seat 0.
struct TreeSolution {
  double value = 0;
  Strategy strategy = {};
  // NashConv of the strategy; it bounds the error of the value.
  double gap = 0;
};

// Number of cells of the program's dense simplex tableau; a million cells take about ten seconds.
int64_t SequenceFormCells(const GameTree& tree);

// Exact up to rounding, which `gap` measures. ResourceExhausted for more than max_cells.
absl::StatusOr<TreeSolution> SolveSequenceForm(const GameTree& tree, int64_t max_cells);

}  // namespace kvintet::selfplay::solvers
