// Searches of a slot: see the header.
#include "selfplay/games/slot_search.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

absl::StatusOr<std::unique_ptr<Search>> MakeSlotSearch(const envs::Game& game,
                                                       const SearchSettings& search,
                                                       const SelfPlaySettings& self_play) {
  const Algorithm algorithm = AlgorithmOf(search);
  const bool has_simulations = algorithm != Algorithm::kPolicy;
  const bool whole_moves = algorithm == Algorithm::kEquilibrium;
  if ((!has_simulations || whole_moves) && self_play.full_search_share < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.full_search_share must be 1 with search.", AlgorithmName(algorithm),
                     whole_moves ? ", which searches all actions of a move at once, is "
                                 : ", which has no simulations to spare, is ",
                     self_play.full_search_share));
  }
  if (self_play.first_simulations > (has_simulations ? search.simulations : 0)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "self_play.first_simulations must be at most ",
        has_simulations ? absl::StrCat("search.simulations, which is ", search.simulations)
                        : "0 with search.policy, which has no simulations",
        ", is ", self_play.first_simulations));
  }
  const bool spars = self_play.sparring_share > 0 && !SparsWithNetwork(self_play);
  const bool has_baseline = spars || self_play.demonstration_games > 0;
  if (has_baseline && game.baseline() == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play: sparring_share and demonstration_games must be 0 for ",
                     game.Spec().name, ", which has no baseline, are ", self_play.sparring_share,
                     " and ", self_play.demonstration_games));
  }
  SearchSettings learnt = search;
  learnt.threat_nodes = 0;
  return MakeSearch(game, learnt);
}

bool SparsWithNetwork(const SelfPlaySettings& settings) {
  return settings.sparring_past || !settings.sparring_model.empty();
}

absl::StatusOr<std::unique_ptr<Search>> MakeOpponentSearch(const envs::Game& game,
                                                           const SelfPlaySettings& settings) {
  if (!SparsWithNetwork(settings)) {
    return nullptr;
  }
  SearchSettings search;
  if (settings.sparring_simulations == 0) {
    Select<PolicySettings>(&search);
    return MakeSearch(game, PlaySettings(search, /*variety=*/1));
  }
  search.simulations = settings.sparring_simulations;
  search = SupportedSettings(game, search);
  if (AlgorithmOf(search) == Algorithm::kPolicy) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.sparring_simulations must be 0 for ", game.Spec().name,
                     ", which no search can play, is ", settings.sparring_simulations));
  }
  return MakeSearch(game, PlaySettings(search, /*variety=*/0));
}

absl::Status CheckSlotSearches(const envs::Game& game, const SearchSettings& search,
                               const SelfPlaySettings& self_play) {
  KVINTET_RETURN_IF_ERROR(MakeSlotSearch(game, search, self_play).status());
  return MakeOpponentSearch(game, self_play).status();
}

int SimulationsOf(const SearchSettings& search, const SelfPlaySettings& self_play,
                  uint32_t number) {
  int64_t simulations = search.simulations;
  if (self_play.first_simulations > 0) {
    const int64_t doublings = int64_t{number} / self_play.double_after_games;
    simulations = std::min(
        simulations, int64_t{self_play.first_simulations} << std::min(doublings, int64_t{30}));
  }
  return static_cast<int>(simulations);
}

}  // namespace kvintet::selfplay
