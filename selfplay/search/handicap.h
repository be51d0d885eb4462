// Handicap: makes a player act weaker than its search, by deliberate mistakes.
#pragma once

#include <cstddef>
#include <span>

namespace kvintet::selfplay {

// The settings of an algorithm with a handicap, in proto/search_config.proto.
template <typename Config>
concept HandicapConfig = requires(const Config& config) {
  config.explore_policy();
  config.explore_legal();
};

bool HasHandicap(const HandicapConfig auto& config) {
  return config.explore_policy() > 0 || config.explore_legal() > 0;
}

// Mixes the evaluator's policy and then the uniform policy into the probabilities `acting` of the
// legal actions, with the configured shares. `acting` and `priors` are of equal length.
void MixHandicap(const HandicapConfig auto& config, std::span<const float> priors,
                 std::span<double> acting) {
  const auto mix = [](double share, double found, double other) {
    return (1 - share) * found + share * other;
  };
  const double any = 1 / static_cast<double>(acting.size());
  for (size_t i = 0; i < acting.size(); ++i) {
    const auto prior = static_cast<double>(priors[i]);
    acting[i] = mix(config.explore_legal(), mix(config.explore_policy(), acting[i], prior), any);
  }
}

}  // namespace kvintet::selfplay
