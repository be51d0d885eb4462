// Playout: plays a game on to its end, at random or by the game's yardstick.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// By what a game is played on.
enum class RolloutPolicy {
  // Uniformly random actions.
  kRandom,
  // One of Game::GreedyActions, at every tenth action or so any legal one.
  kYardstick,
};

// How often the yardstick's policy takes any legal action.
inline constexpr double kYardstickError = 0.1;

// One thread at a time.
class Playout {
 public:
  // `game` must outlive it. REQUIRES: game.HasGreedy() for kYardstick.
  explicit Playout(const envs::Game& game, RolloutPolicy policy = RolloutPolicy::kRandom);

  // The return of `seat` at the end. Repetitions are counted from the position on.
  float Play(envs::ConstPositions one, envs::Seat seat, RandomStream* random);

 private:
  // One action or outcome for `actor`.
  envs::Action Draw(envs::Actor actor, RandomStream* random);

  const envs::Game& game_;
  const RolloutPolicy policy_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> best_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
