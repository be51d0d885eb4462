// OwnMoves: see the header.
#include "selfplay/belief/own_moves.h"

#include <utility>

#include "base/rng.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::selfplay {

OwnMoves::OwnMoves(const envs::Game& game)
    : game_(game),
      question_(game),
      view_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity) {}

Script OwnMoves::Begin(envs::ConstViews one, Dialogue* asks) {
  seat_ = game_.ViewSeat(one);
  beginnings_.clear();
  moves_.clear();
  // Legal actions depend only on the view, so any position that agrees with it yields all moves.
  envs::PositionBuffer position(1, game_.Spec().position_bytes);
  RandomStream random(0, 0, 0, Purpose::kResample);
  game_.Resample(one, &random, position.Span());
  beginnings_.push_back({std::move(position), {.prior = 1}});
  question_.Set(one);
  const Evaluation& evaluation = co_await asks->Ask(question_);
  const std::span<const float> priors = PriorsOf(evaluation);
  root_priors_.assign(priors.begin(), priors.end());
  root_wdl_ = evaluation.wdl;
  root_legal_.assign(question_.Legal().begin(), question_.Legal().end());
  Extend(0, root_priors_);
}

Script OwnMoves::Complete(Dialogue* asks) {
  for (size_t at = 1; at < beginnings_.size(); ++at) {
    question_.Set(std::as_const(beginnings_[at].position).Span(), seat_);
    if (question_.Legal().size() > 1) {
      Extend(at, PriorsOf(co_await asks->Ask(question_)));
    } else {
      const float certain = 1;
      Extend(at, {&certain, 1});
    }
  }
}

std::span<const float> OwnMoves::PriorsOf(const Evaluation& evaluation) {
  priors_.resize(evaluation.logits.size());
  scratch_.resize(evaluation.logits.size());
  Softmax(evaluation.logits, scratch_, priors_);
  return priors_;
}

void OwnMoves::Extend(size_t at, std::span<const float> priors) {
  for (size_t i = 0; i < priors.size(); ++i) {
    Beginning longer = beginnings_[at];
    const envs::Action action = question_.Legal()[i];
    const envs::Actor actor = envs::ActorOf(seat_);
    history_.Cut();
    game_.Step(longer.position.Span(), {&history_, 1}, {&actor, 1}, {&action, 1});
    longer.move.first = at == 0 ? i : longer.move.first;
    longer.move.prior *= static_cast<double>(priors[i]);
    longer.move.actions.push_back(action);
    game_.MakeViews(std::as_const(longer.position).Span(), {&seat_, 1}, view_.Span());
    if (game_.MoveProgress(view_.Span()) == 0) {
      moves_.push_back(std::move(longer.move));
    } else {
      beginnings_.push_back(std::move(longer));
    }
  }
}

}  // namespace kvintet::selfplay
