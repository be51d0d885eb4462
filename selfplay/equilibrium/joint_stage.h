// JointStage: a position in which the seats choose whole moves without seeing each other's choices.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/hash.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// All actions of one seat in a stage.
using JointMove = std::vector<envs::Action>;

// Whether equilibrium can play the game: both seats move simultaneously, nothing is hidden except
// incomplete choices, and there is no chance.
bool CanSearchEquilibrium(const envs::Game& game);

// One thread at a time. `game` must outlive it. REQUIRES: CanSearchEquilibrium(game).
class JointStage {
 public:
  explicit JointStage(const envs::Game& game);

  // Whether the choices that the view's seat has made so far are kept or dropped. Those of the
  // other seat are always dropped, unless it acts alone and so has revealed them.
  enum class OwnChoices { kForgotten, kStand };
  // Starts the stage that a view belongs to. With kForgotten it is the stage as both seats know it,
  // independent of the view's seat and its choices. `history` may be null.
  void Start(envs::ConstViews one, const envs::RepetitionHistory* history, OwnChoices own_choices);

  const envs::Game& game() const { return game_; }
  // The position in which the stage starts.
  envs::ConstPositions Base() const { return base_.Span(); }
  // Equal stages have equal keys.
  const Key128& Key() const { return key_; }
  bool Acts(size_t seat) const { return acts_[seat]; }
  // Whether a seat has completed its move, in a position of this stage or right after it.
  bool Complete(envs::ConstPositions one, envs::Seat seat) const;
  // Applies one action of a seat to a position of this stage.
  void Step(envs::Positions one, envs::Seat seat, envs::Action action);
  // Writes the position after the moves of both seats; the move of a seat that does not act is
  // empty.
  void After(const std::array<const JointMove*, 2>& moves, envs::Positions out);

 private:
  const envs::Game& game_;
  envs::PositionBuffer base_;
  envs::RepetitionHistory history_;
  std::array<bool, 2> acts_ = {};
  Key128 key_ = {};
  // Scratch space.
  envs::RepetitionHistory scratch_;
};

}  // namespace kvintet::selfplay
