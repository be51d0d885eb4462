// Trial: see the header.
#include "selfplay/belief/trial.h"

#include <algorithm>
#include <utility>

#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {

using envs::Actor;

Trial::Trial(const envs::Game& game, int rollouts)
    : game_(game),
      rollouts_(rollouts),
      playout_(game),
      position_(1, game.Spec().position_bytes),
      history_(game.Spec().history_capacity),
      question_(game) {}

void Trial::Start(envs::ConstPositions one, envs::Seat seat, std::span<const envs::Action> move,
                  const RandomStream& random) {
  envs::CopyRows<envs::PositionTag>(one, position_.Span());
  history_.Cut();
  seat_ = seat;
  random_ = random;
  value_.reset();
  for (const envs::Action action : move) {
    Step(envs::ActorOf(seat), action);
  }
}

bool Trial::Advance() {
  while (!value_.has_value()) {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    if (actors.Empty()) {
      const envs::Outcome outcome = game_.Result(position_.Span());
      value_ = static_cast<double>(outcome.returns[static_cast<size_t>(envs::Index(seat_))]);
      break;
    }
    const Actor actor = actors.First();
    if (actor == Actor::kChance) {
      game_.ChanceOutcomes(position_.Span(), &outcomes_);
      Step(actor, envs::DrawOutcome(outcomes_, &random_));
      continue;
    }
    if (rollouts_ > 0 && envs::SeatOf(actor) == seat_) {
      value_ = PlayOn();
      break;
    }
    question_.Set(std::as_const(position_).Span(), envs::SeatOf(actor));
    if (envs::SeatOf(actor) == seat_ || question_.Legal().size() > 1) {
      return true;
    }
    Step(actor, question_.Legal().front());
  }
  return false;
}

void Trial::Resume(const Evaluation& evaluation) {
  if (game_.ViewSeat(question_.View()) == seat_) {
    value_ = static_cast<double>(evaluation.wdl.Value());
    return;
  }
  priors_.resize(evaluation.logits.size());
  policy_.resize(evaluation.logits.size());
  Softmax(evaluation.logits, policy_, priors_);
  std::ranges::copy(priors_, policy_.begin());
  Step(envs::ActorOf(game_.ViewSeat(question_.View())),
       question_.Legal()[DrawIndex(policy_, &random_)]);
}

double Trial::PlayOn() {
  double sum = 0;
  for (int i = 0; i < rollouts_; ++i) {
    sum += static_cast<double>(playout_.Play(std::as_const(position_).Span(), seat_, &random_));
  }
  return sum / rollouts_;
}

void Trial::Step(Actor actor, envs::Action action) {
  game_.Step(position_.Span(), {&history_, 1}, {&actor, 1}, {&action, 1});
}

}  // namespace kvintet::selfplay
