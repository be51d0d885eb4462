// MakeSearch: makes the search that settings select.
#pragma once

#include <memory>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Unimplemented if the search cannot play the game: the tree searches need perfect information and
// alternating moves (chance may act), equilibrium needs CanSearchEquilibrium(game), belief needs
// CanSearchBelief(game). InvalidArgument for threat_nodes without a search of forced wins. `game`
// must outlive the search.
absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchSettings& settings);

// For agents that must play any game: `settings` if they support this game, else a supported
// algorithm with as many simulations. That is gumbel in games of perfect information, equilibrium
// (near the policy) or belief where they apply, and policy elsewhere.
SearchSettings SupportedSettings(const envs::Game& game, const SearchSettings& settings);

}  // namespace kvintet::selfplay
