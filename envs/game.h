// Game: the interface between a game and all code that uses games.
//
// A Game is made from its options and is immutable afterwards: any number of threads may use it at
// once. Functions on spans cost one virtual call for all their rows. A parameter named `one` is a
// span of a single row. Code that drives a game holds positions; code that plays, draws or names
// moves holds views.
//
// The core is here: driving a game, and views. A Game is also a Notation (names, texts, drawings)
// and has Symmetries; each of its optional parts is an interface of its own.
//
// Authors do not derive from Game. They write rules (envs/rules/rules.h), and RulesGame turns the
// rules into a Game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "envs/actor.h"
#include "envs/game_spec.h"
#include "envs/learning_hints.h"
#include "envs/notation.h"
#include "envs/repetition_history.h"
#include "envs/row_span.h"
#include "envs/rule_options.h"
#include "envs/symmetries.h"

namespace kvintet::envs {

class HeldThings;
class MatchPlay;
struct PoolRows;

// The maximum number of bytes that Game::Visible writes for one event.
inline constexpr int kMaxVisibleBytes = 64;

class Game : public Notation, public Symmetries {
 public:
  virtual const GameSpec& Spec() const = 0;
  virtual const OptionSchema& Options() const = 0;

  // Driving a game.

  virtual void Initialize(Positions positions) const = 0;
  // Who must act in each position.
  virtual void Actors(ConstPositions positions, std::span<ActorSet> actors) const = 0;
  // One actor takes one action (or chance one outcome) in each position. `histories` [n]. REQUIRES:
  // the actor is in Actors, and the action is legal.
  virtual void Step(Positions positions, std::span<RepetitionHistory> histories,
                    std::span<const Actor> actors, std::span<const Action> actions) const = 0;
  // All outcomes of chance with their probabilities, in ascending order. REQUIRES: chance acts.
  virtual void ChanceOutcomes(ConstPositions one, std::vector<ChanceOutcome>* outcomes) const = 0;
  // REQUIRES: the game has ended (Actors is empty).
  virtual Outcome Result(ConstPositions one) const = 0;
  // Everything an EnvPool does to a chunk of its rows (envs/pool_rows.h), in one loop.
  virtual void AdvanceRows(const PoolRows& rows) const = 0;

  // Views: what a seat knows, and what it may do with that knowledge.

  // The current view of `seats[i]` (which may be a spectator) in each position.
  virtual void MakeViews(ConstPositions positions, std::span<const Seat> seats,
                         Views views) const = 0;
  // The seat whose view it is, and whether that seat must act now.
  virtual Seat ViewSeat(ConstViews one) const = 0;
  virtual bool MustAct(ConstViews one) const = 0;
  // Bits of the legal actions, [n, MaskWords()]. All zero if the view's seat need not act.
  virtual void LegalActions(ConstViews views, std::span<uint64_t> masks) const = 0;
  // Planes [n, planes, height, width] and globals [n, globals], from the view's seat.
  virtual void Observe(ConstViews views, std::span<uint8_t> planes,
                       std::span<float> globals) const = 0;
  // The policy index of each of these legal actions (ActionLayout): plane * height * width + row *
  // width + column, or policy_planes * height * width + slot. Distinct actions have distinct
  // indices.
  virtual void PolicyIndices(ConstViews one, std::span<const Action> actions,
                             std::span<int32_t> indices) const = 0;
  // A pure function of the view's value: equal views have equal keys.
  virtual Key128 CacheKey(ConstViews one) const = 0;
  // Samples a position that is consistent with the view, weighted by the chance probability of its
  // history. Choices that others have made but not yet revealed count as not yet made.
  virtual void Resample(ConstViews one, RandomStream* random, Positions out) const = 0;
  // What `seat` sees of an event that is about to happen in `one`. Writes to `bytes`
  // [kMaxVisibleBytes] and returns the number of bytes; 0 means that the seat does not learn the
  // action. In a simultaneous stage, other seats see nothing until the event that completes the
  // stage, which reveals all choices. The record of a seat is the concatenation of these bytes.
  virtual int Visible(ConstPositions one, Actor actor, Action action, Seat seat,
                      std::span<std::byte> bytes) const = 0;

  // Building a view from a seat's record alone, without a position.

  virtual void InitialView(Seat seat, Views one) const = 0;
  // Updates the view by one event. `action` is empty if the seat may not know it (Visible wrote no
  // bytes). The result equals the view that MakeViews gives; a test checks this. In a simultaneous
  // stage the seat's own actions are applied at once. Those of others are applied together when the
  // stage is complete, after the seat's own and seat 0's before seat 1's, and not at all until
  // then. REQUIRES: the event is possible.
  virtual void Follow(Views one, RepetitionHistory* history, Actor actor,
                      std::optional<Action> action) const = 0;
  // Whether hidden information may decide who acts next (such as a rack that ends a turn). If so,
  // each seat is also told after every event who acts next, and its record ends with that
  // (envs/text/record_text.h).
  virtual bool TellsActors() const = 0;
  // Applies that information. Returns false and changes nothing if, according to the view, these
  // actors cannot be next.
  virtual bool FollowActors(Views one, ActorSet actors) const = 0;

  // Optional parts. Null if the game does not have them.

  virtual const MatchPlay* match_play() const = 0;
  virtual const HeldThings* held_things() const = 0;
  virtual const Baseline* baseline() const = 0;
  virtual const RandomPlayouts* random_playouts() const = 0;
  virtual const CarefulPlayouts* careful_playouts() const = 0;
  virtual const CellOwners* cell_owners() const = 0;
  virtual const Standings* standings() const = 0;
  virtual const KnownReturns* known_returns() const = 0;
  virtual const ForcedWins* forced_wins() const = 0;
  virtual const Defences* defences() const = 0;
  virtual const DerivedPlanes* derived_planes() const = 0;
  virtual const SlotFeatures* slot_features() const = 0;
};

}  // namespace kvintet::envs
