// JointStage: see the header.
#include "selfplay/equilibrium/joint_stage.h"

#include <span>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::selfplay {

using envs::Seat;

bool CanSearchEquilibrium(const envs::Game& game) {
  return game.Spec().simultaneous && game.Spec().num_outcomes == 0;
}

JointStage::JointStage(const envs::Game& game)
    : game_(game),
      base_(1, game.Spec().position_bytes),
      history_(game.Spec().history_capacity),
      scratch_(game.Spec().history_capacity) {
  KVINTET_CHECK(CanSearchEquilibrium(game));
}

void JointStage::Start(envs::ConstViews one, const envs::RepetitionHistory* history,
                       OwnChoices own_choices) {
  RandomStream unused;
  game_.Resample(one, &unused, base_.Span());
  if (own_choices == OwnChoices::kForgotten) {
    // The other seat's view hides these choices, as this view hides those of the other seat.
    const Seat other = game_.ViewSeat(one) == Seat::k0 ? Seat::k1 : Seat::k0;
    const envs::ViewBuffer seen = envs::ViewOf(game_, base_.Span(), other);
    game_.Resample(seen.Span(), &unused, base_.Span());
  }
  history_.Cut();
  if (history != nullptr) {
    history_.CopyFrom(*history);
  }
  const envs::ActorSet actors = envs::ActorsOf(game_, base_.Span());
  acts_ = {actors.Has(Seat::k0), actors.Has(Seat::k1)};
  key_ = HashBytes(base_.Span().Bytes());
  for (const Key128& key : history_.Keys()) {
    const std::array<Key128, 2> both = {key_, key};
    key_ = HashBytes(std::as_bytes(std::span(both)));
  }
}

bool JointStage::Complete(envs::ConstPositions one, Seat seat) const {
  return !envs::ActorsOf(game_, one).Has(seat) ||
         game_.MoveProgress(envs::ViewOf(game_, one, seat).Span()) == 0;
}

void JointStage::Step(envs::Positions one, Seat seat, envs::Action action) {
  scratch_.CopyFrom(history_);
  envs::StepOne(game_, one, &scratch_, envs::ActorOf(seat), action);
}

void JointStage::After(const std::array<const JointMove*, 2>& moves, envs::Positions out) {
  envs::CopyRows<envs::PositionTag>(base_.Span(), out);
  scratch_.CopyFrom(history_);
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    for (const envs::Action action : *moves[static_cast<size_t>(envs::Index(seat))]) {
      envs::StepOne(game_, out, &scratch_, envs::ActorOf(seat), action);
    }
  }
}

}  // namespace kvintet::selfplay
