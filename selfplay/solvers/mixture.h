// Mixture: combines several strategies into one.
#pragma once

#include <span>

#include "selfplay/solvers/game_tree.h"

namespace kvintet::selfplay::solvers {

// The strategy of a player who draws one of `strategies` uniformly before the game and plays it
// throughout. At an information set each strategy is weighted by its reach probability (Kuhn's
// theorem); at sets that none reaches, actions are uniform. REQUIRES: at least one strategy, all of
// this tree.
Strategy Mixture(const GameTree& tree, std::span<const Strategy> strategies);

}  // namespace kvintet::selfplay::solvers
