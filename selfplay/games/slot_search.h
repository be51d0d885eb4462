// MakeSlotSearch, MakeOpponentSearch: the searches of a game slot.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

// The search of a slot's own decisions; it does not search for threats. Errors are those of
// MakeSearch; InvalidArgument if self_play needs a feature that the algorithm lacks.
absl::StatusOr<std::unique_ptr<Search>> MakeSlotSearch(const envs::Game& game,
                                                       const SearchSettings& search,
                                                       const SelfPlaySettings& self_play);

// Whether a network plays one seat of sparring games: sparring_model or an earlier model of the
// run.
bool SparsWithNetwork(const SelfPlaySettings& settings);

// The search of that network: its policy at temperature 1 throughout, or with sparring_simulations
// the search that suits the game, without noise. Null without a sparring network. InvalidArgument
// for simulations in a game that no search supports.
absl::StatusOr<std::unique_ptr<Search>> MakeOpponentSearch(const envs::Game& game,
                                                           const SelfPlaySettings& settings);

// Checks that slots can play with these settings; errors are those of the two functions above.
absl::Status CheckSlotSearches(const envs::Game& game, const SearchSettings& search,
                               const SelfPlaySettings& self_play);

// Simulations of a full search in game `number`.
int SimulationsOf(const SearchSettings& search, const SelfPlaySettings& self_play, uint32_t number);

}  // namespace kvintet::selfplay
