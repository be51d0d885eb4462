// MakeSearch: the search that a configuration names.
#pragma once

#include <memory>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "proto/search_config.pb.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// The search that the configuration names. Unimplemented where it cannot play the game: the tree
// searches need positions that everybody sees and seats that act one at a time (chance may act),
// EQUILIBRIUM one for which CanSearchEquilibrium, BELIEF one for which CanSearchBelief. `game` must
// outlive it.
absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchConfig& config);

// For players who are to play any game: `config` where it can play this one; else what can, with as
// many simulations: GUMBEL in open games, EQUILIBRIUM (near the policy) or BELIEF where they can
// search, POLICY elsewhere.
SearchConfig SuitedTo(const envs::Game& game, const SearchConfig& config);

}  // namespace kvintet::selfplay
