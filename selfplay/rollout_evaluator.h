// RolloutEvaluator: judges a view by playing on from it at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "selfplay/evaluator.h"

namespace kvintet::selfplay {

// Draws a position from what the view knows (Game::Resample) and plays uniformly random actions to
// the end, a number of times; the value is the mean, the policy uniform. Randomness is keyed by
// seed and CacheKey: equal views get equal answers, whatever else is in the batch. One thread at a
// time.
class RolloutEvaluator final : public Evaluator {
 public:
  // `game` must outlive the evaluator. REQUIRES: rollouts > 0.
  RolloutEvaluator(const envs::Game& game, int rollouts, uint64_t seed);

  const envs::Game& game() const override { return game_; }
  // "rollouts:N".
  std::string Id() const override;
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override;

 private:
  Wdl Judge(envs::ConstViews one);
  // The return of `seat` at the end of one random game.
  float PlayOut(envs::ConstViews one, envs::Seat seat, RandomStream* random);
  // One action or outcome for `actor`.
  envs::Action Draw(envs::Actor actor, RandomStream* random);

  const envs::Game& game_;
  const int rollouts_;
  const uint64_t seed_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::vector<uint64_t> mask_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay
