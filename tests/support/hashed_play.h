// HashedPolicy, HashedValue: arbitrary but reproducible policies and values, hashed from the
// position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/policy_functions.h"
#include "base/hash.h"
#include "base/rng.h"
#include "envs/one_row.h"

namespace kvintet::testing {

inline RandomStream StreamOf(std::span<const std::byte> bytes, uint64_t seed) {
  return RandomStream(HashBytes(bytes).low ^ seed, 0, 0, Purpose::kTest);
}

// `game` must outlive it. One action in four has probability 0.
inline arena::PolicyOf HashedPolicy(const envs::Game& game, uint64_t seed) {
  return [&game, seed](envs::ConstViews one) -> absl::StatusOr<std::vector<double>> {
    RandomStream random = StreamOf(one.Bytes(), seed);
    std::vector<double> policy(envs::LegalList(game, one).size());
    double sum = 0;
    for (double& probability : policy) {
      probability = random.Uniform() < 0.25 ? 0 : random.Exponential();
      sum += probability;
    }
    for (double& probability : policy) {
      probability = sum > 0 ? probability / sum : 1 / static_cast<double>(policy.size());
    }
    return policy;
  };
}

// A value in [-1, 1).
inline arena::ValueOf HashedValue(uint64_t seed) {
  return [seed](envs::ConstPositions one) -> absl::StatusOr<double> {
    return 2 * StreamOf(one.Bytes(), seed).Uniform() - 1;
  };
}

// Seat 0's mean return from a state, by full enumeration; also within a simultaneous stage.
inline double MeanReturn(const envs::Game& game, const std::array<arena::PolicyOf, 2>& policies,
                         const arena::GameState& state) {
  const envs::ActorSet actors = envs::ActorsOf(game, state.position.Span());
  if (actors.Empty()) {
    return static_cast<double>(game.Result(state.position.Span()).returns[0]);
  }
  std::vector<envs::Action> actions;
  std::vector<double> probabilities;
  if (actors.First() == envs::Actor::kChance) {
    std::vector<envs::ChanceOutcome> outcomes;
    game.ChanceOutcomes(state.position.Span(), &outcomes);
    for (const envs::ChanceOutcome& outcome : outcomes) {
      actions.push_back(outcome.outcome);
      probabilities.push_back(outcome.probability);
    }
  } else {
    const envs::Seat seat = envs::SeatOf(actors.First());
    const envs::ViewBuffer view = envs::ViewOf(game, state.position.Span(), seat);
    actions = envs::LegalList(game, view.Span());
    probabilities = *policies[static_cast<size_t>(envs::Index(seat))](view.Span());
  }
  double mean = 0;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (probabilities[i] > 0) {
      arena::GameState next = state;
      arena::Advance(game, actors.First(), actions[i], &next);
      mean += probabilities[i] * MeanReturn(game, policies, next);
    }
  }
  return mean;
}

// MeanReturn as a value function, for which only luck changes the value.
inline arena::ValueOf TrueValue(const envs::Game& game,
                                const std::array<arena::PolicyOf, 2>& policies) {
  return [&game, policies](envs::ConstPositions one) -> absl::StatusOr<double> {
    arena::GameState state = arena::StartOf(game);
    envs::CopyRows<envs::PositionTag>(one, state.position.Span());
    return MeanReturn(game, policies, state);
  };
}

}  // namespace kvintet::testing
