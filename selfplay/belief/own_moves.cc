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

void OwnMoves::Start(envs::ConstViews one) {
  seat_ = game_.ViewSeat(one);
  beginnings_.clear();
  moves_.clear();
  root_legal_.clear();
  next_ = 0;
  // Legal actions depend only on the view, so any position that agrees with it yields all moves.
  envs::PositionBuffer position(1, game_.Spec().position_bytes);
  RandomStream random(0, 0, 0, Purpose::kResample);
  game_.Resample(one, &random, position.Span());
  beginnings_.push_back({std::move(position), {.prior = 1}});
  question_.Set(one);
}

bool OwnMoves::Advance() {
  while (next_ < beginnings_.size()) {
    if (next_ > 0) {
      question_.Set(std::as_const(beginnings_[next_].position).Span(), seat_);
    }
    if (next_ == 0 || question_.Legal().size() > 1) {
      return true;
    }
    const float certain = 1;
    Extend({&certain, 1});
  }
  return false;
}

void OwnMoves::Resume(const Evaluation& evaluation) {
  priors_.resize(evaluation.logits.size());
  scratch_.resize(evaluation.logits.size());
  Softmax(evaluation.logits, scratch_, priors_);
  if (next_ == 0) {
    root_priors_ = priors_;
    root_wdl_ = evaluation.wdl;
    root_legal_.assign(question_.Legal().begin(), question_.Legal().end());
  }
  Extend(priors_);
}

// Extends the current partial move.
void OwnMoves::Extend(std::span<const float> priors) {
  const size_t at = next_++;
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
