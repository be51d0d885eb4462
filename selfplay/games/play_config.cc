// PlayConfig: see the header.
#include "selfplay/games/play_config.h"

#include <algorithm>
#include <limits>

#include "proto/search_algorithm.h"

namespace kvintet::selfplay {

namespace {

// equilibrium and belief consider only good moves, so more noise than their own must come from the
// policy first and then from uniformly random actions.
template <typename Settings>
void SetHandicap(double variety, Settings* settings) {
  const double more = 2 * (variety - 1) / (kMaxVariety - 1);
  settings->set_explore_policy(std::clamp(more, 0.0, 1.0));
  settings->set_explore_legal(std::clamp(more - 1, 0.0, 1.0));
}

}  // namespace

SearchConfig PlayConfig(SearchConfig config, double variety) {
  switch (AlgorithmOf(config)) {
    case SearchConfig::kGumbel:
      config.mutable_gumbel()->set_scale(config.gumbel().scale() * variety);
      break;
    case SearchConfig::kPuct: {
      PuctConfig& puct = *config.mutable_puct();
      puct.set_dirichlet_fraction(std::min(1.0, puct.dirichlet_fraction() * variety));
      puct.set_temperature(puct.temperature() * variety);
      break;
    }
    case SearchConfig::kPolicy:
      config.mutable_policy()->set_temperature(1);
      config.mutable_policy()->set_temperature_plies(std::numeric_limits<int32_t>::max());
      break;
    case SearchConfig::kEquilibrium: {
      EquilibriumConfig& equilibrium = *config.mutable_equilibrium();
      equilibrium.set_explore_uniform(std::min(1.0, equilibrium.explore_uniform() * variety));
      SetHandicap(variety, &equilibrium);
      break;
    }
    case SearchConfig::kBelief: {
      BeliefConfig& belief = *config.mutable_belief();
      belief.set_gumbel_scale(belief.gumbel_scale() * variety);
      belief.set_temperature(belief.temperature() * variety);
      SetHandicap(variety, &belief);
      break;
    }
    default:
      break;
  }
  return config;
}

}  // namespace kvintet::selfplay
