// DrawOutcome: one outcome of chance by its probabilities.
#pragma once

#include <span>

#include "base/check.h"
#include "base/rng.h"
#include "envs/game_spec.h"

namespace kvintet::selfplay {

// The outcome drawn. The probabilities may sum to a little more or less than 1. REQUIRES: at least
// one outcome.
inline envs::Action DrawOutcome(std::span<const envs::ChanceOutcome> outcomes,
                                RandomStream* random) {
  KVINTET_CHECK(!outcomes.empty());
  double rest = random->Uniform();
  for (const envs::ChanceOutcome& outcome : outcomes) {
    rest -= outcome.probability;
    if (rest < 0) {
      return outcome.outcome;
    }
  }
  return outcomes.back().outcome;
}

}  // namespace kvintet::selfplay
