// JointStage: a position in which seats choose whole moves without seeing each other's.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/hash.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// All actions of one seat in a stage.
using JointMove = std::vector<envs::Action>;

// Whether EQUILIBRIUM can play it: both seats act at the same time, and but for choices that are
// not complete yet everybody knows everything; no chance.
bool CanSearchEquilibrium(const envs::Game& game);

// Of one thread. `game` must outlive it. REQUIRES: CanSearchEquilibrium(game).
class JointStage {
 public:
  explicit JointStage(const envs::Game& game);

  // Whether what the view's own seat has chosen so far stands or counts as not chosen. The other's
  // choices never do, unless it acts alone and so has shown them.
  enum class OwnChoices { kForgotten, kStand };
  // The stage that a view is of. With kForgotten it is as both seats know it: the same, whatever
  // the view's seat has chosen and whoever asks. `trail` may be null.
  void Start(envs::ConstViews one, const envs::Trail* trail, OwnChoices own_choices);

  const envs::Game& game() const { return game_; }
  // Where it starts.
  envs::ConstPositions Base() const { return base_.Span(); }
  // Equal for equal stages.
  const Key128& Key() const { return key_; }
  bool Acts(size_t seat) const { return acts_[seat]; }
  // Whether a seat has decided all that it had to, in a position of this stage or just behind it.
  bool Complete(envs::ConstPositions one, envs::Seat seat) const;
  // One action more of a seat, in a position of this stage.
  void Step(envs::Positions one, envs::Seat seat, envs::Action action);
  // After the moves of both seats; that of a seat which does not act is empty.
  void After(const std::array<const JointMove*, 2>& moves, envs::Positions out);

 private:
  const envs::Game& game_;
  envs::PositionBuffer base_;
  envs::Trail trail_;
  std::array<bool, 2> acts_ = {};
  Key128 key_ = {};
  // Room.
  envs::Trail scratch_;
};

}  // namespace kvintet::selfplay
