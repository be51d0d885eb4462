// LearningHints: what a game's rules may know that helps search and learning, beyond the rules.
//
// Each hint is optional. Game returns a pointer to it, null if the rules do not have it. All are
// pure functions of their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "envs/action_mask.h"
#include "envs/actor.h"
#include "envs/game_spec.h"
#include "envs/row_span.h"

namespace kvintet::envs {

// The game's fixed baseline, which the agent `greedy` plays. It looks one move ahead, without a
// search.
class Baseline {
 public:
  virtual ~Baseline() = default;
  // The legal actions that the baseline ranks first, all equal to it; never empty. REQUIRES: the
  // view's seat must act.
  virtual void GreedyActions(ConstViews one, std::vector<Action>* best) const = 0;
};

// Games played to their end with uniformly random actions, faster than step by step.
class RandomPlayouts {
 public:
  virtual ~RandomPlayouts() = default;
  // The result of one such game from this position. Draws from `random` what single steps would
  // draw: an outcome of chance by DrawOutcome (envs/one_row.h), and the index of one of the first
  // actor's legal actions by Below. So the result is the same, and so is the stream afterwards.
  virtual Outcome PlayOut(ConstPositions one, RandomStream* random) const = 0;
};

// Games played to their end by players with a little care, which tell more about a position.
class CarefulPlayouts {
 public:
  virtual ~CarefulPlayouts() = default;
  // The result of one such game from this position. Where a seat decides, it takes the best of
  // `tries` of its legal actions drawn at random (of fewer if it has fewer), by a simple measure of
  // the rules; decisions that the measure does not cover are random. With one try this is
  // RandomPlayouts::PlayOut. REQUIRES: tries > 0.
  virtual Outcome PlayOutCarefully(ConstPositions one, int tries, RandomStream* random) const = 0;
};

// Who owns each cell at the end.
class CellOwners {
 public:
  virtual ~CellOwners() = default;
  // The owner of each cell of the view's planes in `end`, the final position of that view's game:
  // [height * width], 1 for the view's seat, -1 for the other seat, 0 for neither.
  virtual void Ownership(ConstPositions end, ConstViews one, std::span<int8_t> cells) const = 0;
};

// Margins before the end.
class Standings {
 public:
  virtual ~Standings() = default;
  // The margins if the game ended in this position; in a final position, the actual margins.
  virtual std::array<int32_t, kNumSeats> Standing(ConstPositions one) const = 0;
};

// Results that the rules know before the end.
class KnownReturns {
 public:
  virtual ~KnownReturns() = default;
  // The return of the view's seat under best play, if the rules determine it without a search;
  // otherwise empty. REQUIRES: the view's seat must act.
  virtual std::optional<float> KnownReturn(ConstViews one) const = 0;
};

// Wins that the rules find by searching ahead.
class ForcedWins {
 public:
  virtual ~ForcedWins() = default;
  // An action after which the view's seat wins against any defence. With `positions` = 0, there is
  // one whenever KnownReturn is 1, and again after each answer to it. With a larger number, a win
  // is also searched for, visiting about that many positions; a win that is found is just as
  // certain. REQUIRES: the view's seat must act.
  virtual std::optional<Action> ForcedWin(ConstViews one, int64_t positions) const = 0;
};

// Moves after which the rules do not know that the other seat wins.
class Defences {
 public:
  virtual ~Defences() = default;
  // Removes from `legal`, the view's legal actions, those after whose move the other seat has won,
  // or has a KnownReturn of 1. If all are such, it removes none and returns false. An end that a
  // view does not tell, such as one by repetition, is not foreseen. REQUIRES: the view's seat must
  // act.
  virtual bool KeepDefences(ConstViews one, ActionMask legal) const = 0;
};

// Extra input planes for a network, besides those of Game::Observe. They contain nothing that the
// view does not, but features that take work to compute, such as the length of a path across the
// board. A small network learns faster with them. EnvPool leaves them out, since its users bring
// their own networks and time limits.
class DerivedPlanes {
 public:
  virtual ~DerivedPlanes() = default;
  // The number of derived planes. A model file identifies the network's input only by the number of
  // planes, so a different set of planes must have a different number.
  virtual int NumDerivedPlanes() const = 0;
  // How many planes earlier versions of the rules derived, the first ones of today's. Models that
  // have learnt from those see no more.
  virtual std::span<const int> EarlierDerivedPlanes() const = 0;
  // Writes planes [n, k, height, width] from the point of view of the view's seat. k is
  // NumDerivedPlanes() or an earlier number. A symmetry transforms these planes as it does those of
  // Observe.
  virtual void Derive(ConstViews views, std::span<uint8_t> planes) const = 0;
};

// Features of single policy slots, such as what each tile of a rack would make, for a network whose
// logit of a slot depends on that slot's features. Like derived planes, they contain nothing that
// the view does not. Symmetries do not change them.
class SlotFeatures {
 public:
  virtual ~SlotFeatures() = default;
  // The first so many policy slots have features.
  virtual int NumFeaturedSlots() const = 0;
  // The number of features of each.
  virtual int NumSlotFeatures() const = 0;
  // Writes [n, NumFeaturedSlots(), NumSlotFeatures()], from the point of view of the view's seat.
  virtual void DescribeSlots(ConstViews views, std::span<float> features) const = 0;
};

}  // namespace kvintet::envs
