// UniformEvaluator: an evaluator without knowledge, with the same answers on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Without a seed, all actions are equally likely and every value is 0. With a seed, logits in [-2,
// 2) and values come from a hash of seed, CacheKey and action. They are exact binary fractions, so
// that equal views get equal answers on every machine, and they differ enough to exercise a search.
// Stateless; any number of threads may share one.
class UniformEvaluator final : public Evaluator {
 public:
  // `game` must outlive the evaluator.
  explicit UniformEvaluator(const envs::Game& game) : game_(game) {}
  UniformEvaluator(const envs::Game& game, uint64_t seed) : game_(game), seed_(seed) {}

  const envs::Game& game() const override { return game_; }
  // "uniform" or "hash:SEED".
  std::string Id() const override;
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override;

 private:
  const envs::Game& game_;
  std::optional<uint64_t> seed_;
};

}  // namespace kvintet::selfplay
