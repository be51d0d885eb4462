// Trial: see the header.
#include "selfplay/belief/trial.h"

#include <algorithm>
#include <utility>

#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {

using envs::Actor;

Trial::Trial(const envs::Game& game, const BeliefSettings& settings)
    : game_(game),
      rollouts_(settings.trial_rollouts),
      random_answers_(settings.random_answers),
      playout_(game, settings.rollout_tries),
      position_(1, game.Spec().position_bytes),
      history_(game.Spec().history_capacity),
      question_(game) {}

Script Trial::Play(envs::ConstPositions one, envs::Seat seat, std::span<const envs::Action> move,
                   RandomStream random, Dialogue* asks) {
  envs::CopyRows<envs::PositionTag>(one, position_.Span());
  history_.Cut();
  for (const envs::Action action : move) {
    Step(envs::ActorOf(seat), action);
  }
  while (true) {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    if (actors.Empty()) {
      const envs::Outcome outcome = game_.Result(position_.Span());
      value_ = static_cast<double>(outcome.returns[static_cast<size_t>(envs::Index(seat))]);
      co_return;
    }
    const Actor actor = actors.First();
    if (actor == Actor::kChance) {
      game_.ChanceOutcomes(position_.Span(), &outcomes_);
      Step(actor, envs::DrawOutcome(outcomes_, &random));
      continue;
    }
    if (rollouts_ > 0 && (random_answers_ || envs::SeatOf(actor) == seat)) {
      value_ = PlayOn(seat, &random);
      co_return;
    }
    question_.Set(std::as_const(position_).Span(), envs::SeatOf(actor));
    if (envs::SeatOf(actor) == seat) {
      value_ = static_cast<double>((co_await asks->Ask(question_)).wdl.Value());
      co_return;
    }
    const size_t choice =
        question_.Legal().size() > 1 ? DrawFrom(co_await asks->Ask(question_), &random) : 0;
    Step(actor, question_.Legal()[choice]);
  }
}

size_t Trial::DrawFrom(const Evaluation& evaluation, RandomStream* random) {
  priors_.resize(evaluation.logits.size());
  policy_.resize(evaluation.logits.size());
  Softmax(evaluation.logits, policy_, priors_);
  std::ranges::copy(priors_, policy_.begin());
  return DrawIndex(policy_, random);
}

double Trial::PlayOn(envs::Seat seat, RandomStream* random) {
  double sum = 0;
  for (int i = 0; i < rollouts_; ++i) {
    sum += static_cast<double>(playout_.Play(std::as_const(position_).Span(), seat, random));
  }
  return sum / rollouts_;
}

void Trial::Step(Actor actor, envs::Action action) {
  game_.Step(position_.Span(), {&history_, 1}, {&actor, 1}, {&action, 1});
}

}  // namespace kvintet::selfplay
