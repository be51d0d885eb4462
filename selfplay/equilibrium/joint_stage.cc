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
      trail_(game.Spec().trail_capacity),
      scratch_(game.Spec().trail_capacity) {
  KVINTET_CHECK(CanSearchEquilibrium(game));
}

void JointStage::Start(envs::ConstViews one, const envs::Trail* trail, OwnChoices own_choices) {
  RandomStream unused;
  game_.Resample(one, &unused, base_.Span());
  if (own_choices == OwnChoices::kForgotten) {
    // They are hidden from the other's view as the other's are from this one.
    const Seat other = game_.ViewSeat(one) == Seat::k0 ? Seat::k1 : Seat::k0;
    const envs::ViewBuffer seen = envs::ViewOf(game_, base_.Span(), other);
    game_.Resample(seen.Span(), &unused, base_.Span());
  }
  trail_.Cut();
  if (trail != nullptr) {
    trail_.CopyFrom(*trail);
  }
  const envs::ActorSet actors = envs::ActorsOf(game_, base_.Span());
  acts_ = {actors.Has(Seat::k0), actors.Has(Seat::k1)};
  key_ = HashBytes(base_.Span().Bytes());
  for (const Key128& key : trail_.Keys()) {
    const std::array<Key128, 2> both = {key_, key};
    key_ = HashBytes(std::as_bytes(std::span(both)));
  }
}

bool JointStage::Complete(envs::ConstPositions one, Seat seat) const {
  return !envs::ActorsOf(game_, one).Has(seat) ||
         game_.MoveProgress(envs::ViewOf(game_, one, seat).Span()) == 0;
}

void JointStage::Step(envs::Positions one, Seat seat, envs::Action action) {
  scratch_.CopyFrom(trail_);
  envs::StepOne(game_, one, &scratch_, envs::ActorOf(seat), action);
}

void JointStage::After(const std::array<const JointMove*, 2>& moves, envs::Positions out) {
  envs::CopyRows<envs::PositionTag>(base_.Span(), out);
  scratch_.CopyFrom(trail_);
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    for (const envs::Action action : *moves[static_cast<size_t>(envs::Index(seat))]) {
      envs::StepOne(game_, out, &scratch_, envs::ActorOf(seat), action);
    }
  }
}

}  // namespace kvintet::selfplay
