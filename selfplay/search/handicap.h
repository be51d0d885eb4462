// Handicap: makes a player act weaker than its search, by deliberate mistakes.
#pragma once

#include <cstddef>
#include <span>

namespace kvintet::selfplay {

// The settings of an algorithm with a handicap, in selfplay/settings/search_settings.h.
template <typename Settings>
concept HandicapSettings = requires(const Settings& settings) {
  settings.explore_policy;
  settings.explore_legal;
};

bool HasHandicap(const HandicapSettings auto& settings) {
  return settings.explore_policy > 0 || settings.explore_legal > 0;
}

// Mixes the evaluator's policy and then the uniform policy into the probabilities `acting` of the
// legal actions, with the configured shares. `acting` and `priors` are of equal length.
void MixHandicap(const HandicapSettings auto& settings, std::span<const float> priors,
                 std::span<double> acting) {
  const auto mix = [](double share, double found, double other) {
    return (1 - share) * found + share * other;
  };
  const double any = 1 / static_cast<double>(acting.size());
  for (size_t i = 0; i < acting.size(); ++i) {
    const auto prior = static_cast<double>(priors[i]);
    acting[i] = mix(settings.explore_legal, mix(settings.explore_policy, acting[i], prior), any);
  }
}

}  // namespace kvintet::selfplay
