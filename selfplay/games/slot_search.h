// What the decisions of self-play are taken with: the searches of a game slot.
#pragma once

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "proto/search_config.pb.h"
#include "proto/self_play_config.pb.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// What a slot decides with, which looks for no threats. Errors: see MakeSearch; InvalidArgument for
// what self-play wants of an algorithm that has none of it.
absl::StatusOr<std::unique_ptr<Search>> MakeSlotSearch(const envs::Game& game,
                                                       const SearchConfig& search,
                                                       const SelfPlayConfig& self_play);

// Whether a network plays one seat of sparring games: sparring_model or an earlier self.
bool SparsWithNetwork(const SelfPlayConfig& config);

// How that network plays: by its policy as it is, to the end, or by the search that suits the game,
// without noise (sparring_simulations). Null without one. InvalidArgument for simulations in a game
// that no search can play.
absl::StatusOr<std::unique_ptr<Search>> MakeOpponentSearch(const envs::Game& game,
                                                           const SelfPlayConfig& config);

// Whether slots can play by these settings: the errors of the two above.
absl::Status CheckSlotSearches(const envs::Game& game, const SearchConfig& search,
                               const SelfPlayConfig& self_play);

// Simulations of a decision in game `number` that is searched in full.
int SimulationsOf(const SearchConfig& search, const SelfPlayConfig& self_play, uint32_t number);

}  // namespace kvintet::selfplay
