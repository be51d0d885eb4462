// PlayConfig: see the header.
#include "selfplay/games/play_config.h"

#include <algorithm>
#include <limits>

namespace kvintet::selfplay {

SearchConfig PlayConfig(SearchConfig config, double variety) {
  if (config.algorithm() == SearchConfig::POLICY) {
    config.set_temperature(1);
    config.set_temperature_plies(std::numeric_limits<int32_t>::max());
    return config;
  }
  config.set_gumbel_scale(config.gumbel_scale() * variety);
  config.set_dirichlet_fraction(std::min(1.0, config.dirichlet_fraction() * variety));
  config.set_temperature(config.temperature() * variety);
  if (config.algorithm() == SearchConfig::EQUILIBRIUM) {
    config.set_explore_uniform(std::min(1.0, config.explore_uniform() * variety));
  }
  if (config.algorithm() == SearchConfig::EQUILIBRIUM ||
      config.algorithm() == SearchConfig::BELIEF) {
    // These searches consider only good moves, so more noise than their own must come from the
    // policy first and then from uniformly random actions.
    const double more = 2 * (variety - 1) / (kMaxVariety - 1);
    config.set_explore_policy(std::clamp(more, 0.0, 1.0));
    config.set_explore_legal(std::clamp(more - 1, 0.0, 1.0));
  }
  return config;
}

}  // namespace kvintet::selfplay
