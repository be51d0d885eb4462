// Playout: see the header.
#include "selfplay/evaluators/playout.h"

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/one_row.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;
using envs::Seat;

Playout::Playout(const envs::Game& game, RolloutPolicy policy, int tries)
    : game_(game),
      policy_(policy),
      tries_(tries),
      position_(1, game.Spec().position_bytes),
      view_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {
  KVINTET_CHECK(policy == RolloutPolicy::kRandom || game.baseline());
  KVINTET_CHECK(tries == 1 || (tries > 1 && game.careful_playouts() != nullptr));
}

float Playout::Play(envs::ConstPositions one, Seat seat, RandomStream* random) {
  const auto index = static_cast<size_t>(Index(seat));
  if (tries_ > 1) {
    return game_.careful_playouts()->PlayOutCarefully(one, tries_, random).returns[index];
  }
  if (policy_ == RolloutPolicy::kRandom && game_.random_playouts() != nullptr) {
    return game_.random_playouts()->PlayOut(one, random).returns[index];
  }
  envs::CopyRows<envs::PositionTag>(one, position_.Span());
  history_.Cut();
  // A set-up position may lack the repetitions of its game; a playout that reaches the length limit
  // is then a draw.
  for (int step = 0; step <= game_.Spec().max_game_length; ++step) {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    if (actors.Empty()) {
      return game_.Result(position_.Span()).returns[index];
    }
    const Actor actor = actors.First();
    const Action action = Draw(actor, random);
    game_.Step(position_.Span(), {&history_, 1}, {&actor, 1}, {&action, 1});
  }
  return 0;
}

Action Playout::Draw(Actor actor, RandomStream* random) {
  if (actor == Actor::kChance) {
    game_.ChanceOutcomes(position_.Span(), &outcomes_);
    return envs::DrawOutcome(outcomes_, random);
  }
  const Seat seat = envs::SeatOf(actor);
  game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
  if (policy_ == RolloutPolicy::kBaseline && random->Uniform() >= kBaselineError) {
    game_.baseline()->GreedyActions(view_.Span(), &best_);
    return best_[random->Below(static_cast<uint32_t>(best_.size()))];
  }
  game_.LegalActions(view_.Span(), mask_);
  const envs::ActionMask mask(mask_);
  return mask.Nth(static_cast<int>(random->Below(static_cast<uint32_t>(mask.Count()))));
}

}  // namespace kvintet::selfplay
