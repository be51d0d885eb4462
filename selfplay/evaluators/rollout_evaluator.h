// RolloutEvaluator: evaluates a view by rollouts, at random or by the game's baseline.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/evaluators/playout.h"

namespace kvintet::selfplay {

// Each rollout samples a position that agrees with the view (Game::Resample) and plays it to the
// end by the rollout policy. The value is the mean result, and the policy returned is the rollout
// policy. Randomness is keyed by seed and CacheKey, so equal views get equal answers in any batch.
// One thread at a time.
class RolloutEvaluator final : public Evaluator {
 public:
  // `game` must outlive the evaluator. REQUIRES: rollouts > 0; game.baseline() for kBaseline.
  RolloutEvaluator(const envs::Game& game, int rollouts, uint64_t seed,
                   RolloutPolicy policy = RolloutPolicy::kRandom);

  const envs::Game& game() const override { return game_; }
  // "rollouts:N" or "greedy_rollouts:N".
  std::string Id() const override;
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override;

 private:
  // Writes the logits of the baseline's policy.
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
