// UniformEvaluator: an evaluator without knowledge, with the same answers on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Without a seed: every action alike, every value 0. With one: logits in [-2, 2) and values drawn
// from a hash of seed, CacheKey and action, all of them exact binary fractions; so equal views get
// equal answers, on every machine, and searches over it have something to find. Stateless: any
// number of threads may share one.
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
