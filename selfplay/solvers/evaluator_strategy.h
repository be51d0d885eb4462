// EvaluatorStrategy: an evaluator's policy as a strategy on a full game tree.
#pragma once

#include "absl/status/statusor.h"

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// The policy at every information set, at temperature 1, without search. REQUIRES: the tree is of
// the evaluator's game. Errors are the evaluator's.
absl::StatusOr<Strategy> EvaluatorStrategy(const GameTree& tree, Evaluator* evaluator);

}  // namespace kvintet::selfplay::solvers
