// RolloutEvaluator: judges a view by playing on from it, at random or by the game's yardstick.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/evaluators/playout.h"

namespace kvintet::selfplay {

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

  const envs::Game& game_;
  const int rollouts_;
  const uint64_t seed_;
  const RolloutPolicy policy_;
  Playout playout_;
  envs::PositionBuffer position_;
  std::vector<envs::Action> best_;
};

}  // namespace kvintet::selfplay
