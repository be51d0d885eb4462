// ForPlay: see the header.
#include "selfplay/play_noise.h"

#include <algorithm>
#include <limits>

namespace kvintet::selfplay {

SearchConfig ForPlay(SearchConfig config, double variety) {
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
  return config;
}

}  // namespace kvintet::selfplay
