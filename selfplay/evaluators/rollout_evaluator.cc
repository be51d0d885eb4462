// RolloutEvaluator: see the header.
#include "selfplay/evaluators/rollout_evaluator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/portable_math.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Seat;

RolloutEvaluator::RolloutEvaluator(const envs::Game& game, int rollouts, uint64_t seed,
                                   RolloutPolicy policy)
    : game_(game),
      rollouts_(rollouts),
      seed_(seed),
      policy_(policy),
      playout_(game, policy),
      position_(1, game.Spec().position_bytes) {
  KVINTET_CHECK_GT(rollouts, 0);
}

std::string RolloutEvaluator::Id() const {
  return absl::StrCat(policy_ == RolloutPolicy::kRandom ? "" : "greedy_", "rollouts:", rollouts_);
}

absl::Status RolloutEvaluator::Evaluate(const EvaluationRequest& request,
                                        const EvaluationResult& result) {
  std::ranges::fill(result.policy_logits, 0.0f);
  for (int i = 0; i < request.Count(); ++i) {
    const auto row = static_cast<size_t>(i);
    const std::span<const Action> legal = request.Legal(i);
    if (policy_ == RolloutPolicy::kBaseline && legal.size() > 1) {
      const auto first = static_cast<size_t>(request.offsets[row]);
      Prefer(request.views[i], legal, result.policy_logits.subspan(first, legal.size()));
    }
    result.wdl[row] = Judge(request.views[i]);
  }
  return absl::OkStatus();
}

void RolloutEvaluator::Prefer(envs::ConstViews one, std::span<const Action> legal,
                              std::span<float> logits) {
  game_.baseline()->GreedyActions(one, &best_);
  std::ranges::sort(best_);
  const double any = kBaselineError / static_cast<double>(legal.size());
  const double good = any + (1 - kBaselineError) / static_cast<double>(best_.size());
  for (size_t i = 0; i < legal.size(); ++i) {
    const bool is_best = std::ranges::binary_search(best_, legal[i]);
    logits[i] = static_cast<float>(portable::Log(is_best ? good : any));
  }
}

Wdl RolloutEvaluator::Judge(envs::ConstViews one) {
  const Key128 key = Combine(game_.CacheKey(one), seed_);
  const Seat seat = game_.ViewSeat(one);
  float sum = 0;
  float sum_absolute = 0;
  for (int i = 0; i < rollouts_; ++i) {
    RandomStream random(key.low, static_cast<uint32_t>(key.high), static_cast<uint32_t>(i),
                        Purpose::kResample);
    game_.Resample(one, &random, position_.Span());
    const float value = playout_.Play(std::as_const(position_).Span(), seat, &random);
    sum += value;
    sum_absolute += value < 0 ? -value : value;
  }
  const auto n = static_cast<float>(rollouts_);
  return {(sum_absolute + sum) / (2 * n), (n - sum_absolute) / n, (sum_absolute - sum) / (2 * n)};
}

}  // namespace kvintet::selfplay
