// RolloutEvaluator: judges a view by playing on from it, at random or by the game's yardstick.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "selfplay/evaluator.h"

namespace kvintet::selfplay {

// By what rollouts are played.
enum class RolloutPolicy {
  // Uniformly random actions.
  kRandom,
  // One of Game::GreedyActions, at every tenth action or so any legal one.
  kYardstick,
};

// Draws a position from what the view knows (Game::Resample) and plays by the policy to the end, a
// number of times; the value is the mean, the policy the one that is played by. Randomness is keyed
// by seed and CacheKey: equal views get equal answers, whatever else is in the batch. One thread at
// a time.
class RolloutEvaluator final : public Evaluator {
 public:
  // `game` must outlive the evaluator. REQUIRES: rollouts > 0; game.HasGreedy() for kYardstick.
  RolloutEvaluator(const envs::Game& game, int rollouts, uint64_t seed,
                   RolloutPolicy policy = RolloutPolicy::kRandom);

  const envs::Game& game() const override { return game_; }
  // "rollouts:N" or "greedy_rollouts:N".
  std::string Id() const override;
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override;

 private:
  // The logits of the yardstick's policy.
  void Prefer(envs::ConstViews one, std::span<const envs::Action> legal, std::span<float> logits);
  Wdl Judge(envs::ConstViews one);
  // The return of `seat` at the end of one random game.
  float PlayOut(envs::ConstViews one, envs::Seat seat, RandomStream* random);
  // One action or outcome for `actor`.
  envs::Action Draw(envs::Actor actor, RandomStream* random);

  const envs::Game& game_;
  const int rollouts_;
  const uint64_t seed_;
  const RolloutPolicy policy_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> best_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
