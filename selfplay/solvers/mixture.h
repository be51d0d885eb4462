// Mixture: several strategies as one.
#pragma once

#include <span>

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// The strategy of a player who draws one of `strategies` before the game, all equally likely, and
// keeps to it. At an information set each counts as much as it is likely to come there (Kuhn's
// theorem); where none comes, actions are equally likely. REQUIRES: at least one, of this tree.
Strategy Mixture(const GameTree& tree, std::span<const Strategy> strategies);

}  // namespace kvintet::selfplay::solvers
