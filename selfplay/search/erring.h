// Erring: how a player acts that shall be weaker than its search.
#pragma once

#include <cstddef>
#include <span>

#include "proto/search_config.pb.h"

namespace kvintet::selfplay {

inline bool Errs(const SearchConfig& config) {
  return config.explore_policy() > 0 || config.explore_legal() > 0;
}

// Mixes the evaluator's policy, and then anything, into the probabilities of the legal actions, as
// the configuration says. As long as `priors`.
inline void MixErrors(const SearchConfig& config, std::span<const float> priors,
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
