// Game: the contract between a game and everything above it.
//
// A Game is made from its options and never changes after: any number of threads may use it at
// once. Verbs on spans cost one virtual call for all their rows. "One" in a parameter's name means
// a span of a single row. Those who drive a game hold positions; those who play, draw or name hold
// views.
//
// Authors do not derive from Game: they write rules (envs/rules.h), and RulesGame makes this of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/hash.h"
#include "base/rng.h"
#include "envs/actor.h"
#include "envs/game_spec.h"
#include "envs/row_span.h"
#include "envs/rule_options.h"
#include "envs/scene.h"
#include "envs/trail.h"

namespace kvintet::envs {

struct PoolRows;

// Most bytes that one event shows to a seat.
inline constexpr int kMaxVisibleBytes = 64;

class Game {
 public:
  virtual ~Game() = default;
  virtual const GameSpec& Spec() const = 0;
  virtual const OptionSchema& Options() const = 0;

  // Acting: the driver's verbs.

  virtual void Initialize(Positions positions) const = 0;
  // Who must act in each position.
  virtual void Actors(ConstPositions positions, std::span<ActorSet> actors) const = 0;
  // One actor takes one action in each position (of chance: an outcome). `trails` [n].
  // REQUIRES: the actor is in Actors and the action legal.
  virtual void Step(Positions positions, std::span<Trail> trails, std::span<const Actor> actors,
                    std::span<const Action> actions) const = 0;
  // All outcomes of chance with probabilities, ascending. REQUIRES: chance acts.
  virtual void ChanceOutcomes(ConstPositions one, std::vector<ChanceOutcome>* outcomes) const = 0;
  // REQUIRES: the game has ended (Actors is empty).
  virtual Outcome Result(ConstPositions one) const = 0;
  // All that an EnvPool does to a chunk of its rows (envs/pool_rows.h), in one loop.
  virtual void AdvanceRows(const PoolRows& rows) const = 0;

  // Knowing: what a seat may know, and what it may do with that.

  // The present knowledge of `seats[i]` (a spectator included) in each position.
  virtual void MakeViews(ConstPositions positions, std::span<const Seat> seats,
                         Views views) const = 0;
  // Whose view it is, and whether that seat must act now.
  virtual Seat ViewSeat(ConstViews one) const = 0;
  virtual bool MustAct(ConstViews one) const = 0;
  // Bits of the legal actions, [n, MaskWords()]: all zero where the view's seat need not act.
  virtual void LegalActions(ConstViews views, std::span<uint64_t> masks) const = 0;
  // Planes [n, planes, height, width] and globals [n, globals] from the view's seat.
  virtual void Observe(ConstViews views, std::span<uint8_t> planes,
                       std::span<float> globals) const = 0;
  // ActionLayout: where in the policy each of these legal actions lies: plane * height * width +
  // row * width + column, or policy_planes * height * width + slot. Distinct for distinct actions.
  virtual void PolicyIndices(ConstViews one, std::span<const Action> actions,
                             std::span<int32_t> indices) const = 0;
  // Equal for views of equal value; depends on nothing else.
  virtual Key128 CacheKey(ConstViews one) const = 0;
  // A position drawn from those consistent with the view, by the chance probability of its
  // histories; choices that others have made but not shown count as not yet made.
  virtual void Resample(ConstViews one, RandomStream* random, Positions out) const = 0;
  // What `seat` sees of one event about to happen in `one`: writes to `bytes`
  // [kMaxVisibleBytes], returns how many. None means that the seat is not told what was done. In a
  // simultaneous stage others see nothing before the event that completes it, which shows what all
  // chose. A seat's record is their concatenation.
  virtual int Visible(ConstPositions one, Actor actor, Action action, Seat seat,
                      std::span<std::byte> bytes) const = 0;

  // A view built from a seat's record alone, without any position.

  virtual void InitialView(Seat seat, Views one) const = 0;
  // Follows one event; `action` is empty where the seat may not know it (Visible gave no bytes).
  // Equals the view that MakeViews gives, which a test checks. In a simultaneous stage the seat's
  // own actions are followed at once; those of others all together when the stage is complete,
  // after the own and seat 0's before seat 1's, and until then not at all. REQUIRES: the event is
  // possible.
  virtual void Follow(Views one, Trail* trail, Actor actor, std::optional<Action> action) const = 0;
  // Whether what a seat cannot see may decide who acts next (a rack that ends a turn). Then, after
  // each event, each seat is told so besides, and its record ends with it
  // (envs/text/record_text.h).
  virtual bool TellsActors() const = 0;
  // Follows that news. False, and nothing done, where by the view these cannot be next.
  virtual bool FollowActors(Views one, ActorSet actors) const = 0;

  // Names: of actions, moves (all the actions one actor decides at one time), positions.

  virtual std::string ActionName(ConstViews one, Action action) const = 0;
  virtual std::string OutcomeName(ConstViews one, Action outcome) const = 0;
  // Actions already taken of a move that its seat has not completed; 0 between moves.
  virtual int MoveProgress(ConstViews one) const = 0;
  // The text of a whole move that starts in this view.
  virtual std::string MoveText(ConstViews one, std::span<const Action> actions) const = 0;
  // The actions of a whole legal move, or InvalidArgument with what was wanted.
  virtual absl::StatusOr<std::vector<Action>> ParseMove(ConstViews one,
                                                        const std::string& text) const = 0;
  // The same of another's move that all see, by what the view knows of its legality. Only where
  // ReadsMoves(); else positions drawn from the view say what is legal.
  virtual bool ReadsMoves() const = 0;
  virtual absl::StatusOr<std::vector<Action>> ReadMove(ConstViews one, Actor actor,
                                                       const std::string& text) const = 0;
  // A set-up without history as text, `?` for what the view's seat does not know.
  virtual std::string ViewText(ConstViews one) const = 0;
  virtual std::string PositionText(ConstPositions one) const = 0;
  // Refuses an impossible position with the reason.
  virtual absl::Status ParsePosition(const std::string& text, Positions one) const = 0;
  virtual Scene MakeScene(ConstViews one) const = 0;

  // What games come to, for learners.

  virtual bool HasOwnership() const = 0;
  // Whose each cell of the view's planes is in `end`, the position in which a game of that view has
  // ended: [height * width] 1 the view's seat's, -1 the other's, 0 nobody's. REQUIRES:
  // HasOwnership().
  virtual void Ownership(ConstPositions end, ConstViews one, std::span<int8_t> cells) const = 0;

  virtual bool HasStanding() const = 0;
  // What the margins would be if the game ended here; in its end, what they are. REQUIRES:
  // HasStanding().
  virtual std::array<int32_t, kNumSeats> Standing(ConstPositions one) const = 0;

  virtual bool HasKnownReturn() const = 0;
  // What best play leads to, where the rules show it without a search: the return of the view's
  // seat; nothing elsewhere. REQUIRES: HasKnownReturn() and MustAct(one).
  virtual std::optional<float> KnownReturn(ConstViews one) const = 0;

  // Its fixed yardstick, one move ahead and no search: what the agent `greedy` plays.

  virtual bool HasGreedy() const = 0;
  // The legal actions that the yardstick puts first, all equally good to it; never empty.
  // REQUIRES: HasGreedy() and MustAct(one).
  virtual void GreedyActions(ConstViews one, std::vector<Action>* best) const = 0;

  // Symmetry: number 0 is the identity.

  virtual int InverseSymmetry(int symmetry) const = 0;
  // Whether the seats change places (and returns their sign).
  virtual bool ExchangesSeats(int symmetry) const = 0;
  virtual void TransformPosition(int symmetry, ConstPositions one, Positions out) const = 0;
  virtual void TransformView(int symmetry, ConstViews one, Views out) const = 0;
  // The image of a legal action of the view.
  virtual Action TransformAction(int symmetry, ConstViews one, Action action) const = 0;
};

}  // namespace kvintet::envs
