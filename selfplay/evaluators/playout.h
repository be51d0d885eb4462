// Playout: plays a game to its end, at random or by the game's baseline.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// The policy of a playout.
enum class RolloutPolicy {
  // Uniformly random actions.
  kRandom,
  // One of Game::GreedyActions, or with probability kBaselineError any legal action.
  kBaseline,
};

// Probability with which kBaseline takes a random legal action.
inline constexpr double kBaselineError = 0.1;

// One thread at a time.
class Playout {
 public:
  // `game` must outlive it. REQUIRES: game.baseline() for kBaseline.
  explicit Playout(const envs::Game& game, RolloutPolicy policy = RolloutPolicy::kRandom)
      : Playout(game, policy, 1) {}
  // Games of CarefulPlayouts (envs/learning_hints.h). REQUIRES: tries > 0, and
  // game.careful_playouts() if it is more than 1.
  Playout(const envs::Game& game, int tries) : Playout(game, RolloutPolicy::kRandom, tries) {}

  // Return of `seat` at the end. Repetitions are counted only from this position on.
  float Play(envs::ConstPositions one, envs::Seat seat, RandomStream* random);

 private:
  Playout(const envs::Game& game, RolloutPolicy policy, int tries);
  // One action or outcome for `actor`.
  envs::Action Draw(envs::Actor actor, RandomStream* random);

  const envs::Game& game_;
  const RolloutPolicy policy_;
  const int tries_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::RepetitionHistory history_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> best_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
