// PlaySettings: see the header.
#include "selfplay/games/play_settings.h"

#include <algorithm>
#include <limits>

#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

namespace {

// equilibrium and belief consider only good moves, so more noise than their own must come from the
// policy first and then from uniformly random actions.
template <typename Settings>
void SetHandicap(double variety, Settings* settings) {
  const auto raise = [variety](double least, double* share) {
    *share = std::clamp(std::max(least, *share * variety), 0.0, 1.0);
  };
  const double more = 2 * (variety - 1) / (kMaxVariety - 1);
  raise(more, &settings->explore_policy);
  raise(more - 1, &settings->explore_legal);
}

}  // namespace

SearchSettings PlaySettings(SearchSettings settings, double variety) {
  switch (AlgorithmOf(settings)) {
    case Algorithm::kGumbel: {
      GumbelSettings& gumbel = Select<GumbelSettings>(&settings);
      gumbel.scale *= variety;
      gumbel.uniform = std::min(1.0, gumbel.uniform * variety);
      break;
    }
    case Algorithm::kPuct: {
      PuctSettings& puct = Select<PuctSettings>(&settings);
      puct.dirichlet_fraction = std::min(1.0, puct.dirichlet_fraction * variety);
      puct.forced_playouts *= variety;
      puct.temperature *= variety;
      break;
    }
    case Algorithm::kPolicy: {
      PolicySettings& policy = Select<PolicySettings>(&settings);
      policy.temperature = 1;
      policy.temperature_plies = std::numeric_limits<int32_t>::max();
      break;
    }
    case Algorithm::kEquilibrium: {
      EquilibriumSettings& equilibrium = Select<EquilibriumSettings>(&settings);
      equilibrium.explore_uniform = std::min(1.0, equilibrium.explore_uniform * variety);
      SetHandicap(variety, &equilibrium);
      break;
    }
    case Algorithm::kBelief: {
      BeliefSettings& belief = Select<BeliefSettings>(&settings);
      belief.gumbel_scale *= variety;
      belief.temperature *= variety;
      SetHandicap(variety, &belief);
      break;
    }
    default:
      break;
  }
  return settings;
}

}  // namespace kvintet::selfplay
