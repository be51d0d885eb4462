// RolloutEvaluator: see the header.
#include "selfplay/rollout_evaluator.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/portable_math.h"
#include "envs/action_mask.h"
#include "selfplay/chance.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;
using envs::Seat;

namespace {

// How often the yardstick's policy takes any legal action.
constexpr double kError = 0.1;

}  // namespace

RolloutEvaluator::RolloutEvaluator(const envs::Game& game, int rollouts, uint64_t seed,
                                   RolloutPolicy policy)
    : game_(game),
      rollouts_(rollouts),
      seed_(seed),
      policy_(policy),
      position_(1, game.Spec().position_bytes),
      view_(1, game.Spec().view_bytes),
      trail_(game.Spec().trail_capacity),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {
  KVINTET_CHECK_GT(rollouts, 0);
  KVINTET_CHECK(policy == RolloutPolicy::kRandom || game.HasGreedy());
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
    if (policy_ == RolloutPolicy::kYardstick && legal.size() > 1) {
      const auto first = static_cast<size_t>(request.offsets[row]);
      Prefer(request.views[i], legal, result.policy_logits.subspan(first, legal.size()));
    }
    result.wdl[row] = Judge(request.views[i]);
  }
  return absl::OkStatus();
}

void RolloutEvaluator::Prefer(envs::ConstViews one, std::span<const Action> legal,
                              std::span<float> logits) {
  game_.GreedyActions(one, &best_);
  std::ranges::sort(best_);
  const double any = kError / static_cast<double>(legal.size());
  const double good = any + (1 - kError) / static_cast<double>(best_.size());
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
    const float value = PlayOut(one, seat, &random);
    sum += value;
    sum_absolute += value < 0 ? -value : value;
  }
  const auto n = static_cast<float>(rollouts_);
  return {(sum_absolute + sum) / (2 * n), (n - sum_absolute) / n, (sum_absolute - sum) / (2 * n)};
}

float RolloutEvaluator::PlayOut(envs::ConstViews one, Seat seat, RandomStream* random) {
  game_.Resample(one, random, position_.Span());
  trail_.Cut();
  // A set-up may have fewer repetitions behind it than its game: then no end is a draw.
  for (int step = 0; step <= game_.Spec().max_game_length; ++step) {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    if (actors.Empty()) {
      return game_.Result(position_.Span()).returns[static_cast<size_t>(Index(seat))];
    }
    const Actor actor = actors.First();
    const Action action = Draw(actor, random);
    game_.Step(position_.Span(), {&trail_, 1}, {&actor, 1}, {&action, 1});
  }
  return 0;
}

Action RolloutEvaluator::Draw(Actor actor, RandomStream* random) {
  if (actor == Actor::kChance) {
    game_.ChanceOutcomes(position_.Span(), &outcomes_);
    return DrawOutcome(outcomes_, random);
  }
  const Seat seat = envs::SeatOf(actor);
  game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
  if (policy_ == RolloutPolicy::kYardstick && random->Uniform() >= kError) {
    game_.GreedyActions(view_.Span(), &best_);
    return best_[random->Below(static_cast<uint32_t>(best_.size()))];
  }
  game_.LegalActions(view_.Span(), mask_);
  const envs::ActionMask mask(mask_);
  return mask.Nth(static_cast<int>(random->Below(static_cast<uint32_t>(mask.Count()))));
}

}  // namespace kvintet::selfplay
