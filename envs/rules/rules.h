// Rules: the concept that the author of a game implements, and the optional members.
//
// Rules are a class made from its options, immutable afterwards, over a plain Position and a plain
// View. Required members (examples/in_a_row is the example to copy):
//
//   static constexpr std::string_view kName;          the folder's name
//   static OptionSchema Options();
//   explicit R(const RuleOptions&);                   or: static absl::StatusOr<R> Create(...)
//   GameSpec Spec() const;
//   Position Initial() const;
//   ActorSet Actors(const Position&) const;
//   void Step(Position*, RepetitionHistory*, Actor, Action) const;
//   Outcome Result(const Position&) const;
//   void LegalActions(const View&, ActionMask) const; on a zeroed mask; for a seat that must act
//   void Observe(const View&, std::span<uint8_t> planes, std::span<float> globals) const;   zeroed
//   int PolicyIndex(const View&, Action) const;
//   std::string ActionName(const View&, Action) const;
//   Scene MakeScene(const View&) const;
//   std::string PositionText(const Position&) const;
//   absl::StatusOr<Position> ParsePosition(const std::string&) const;
//
// If something is hidden (View is not OpenView<Position>), also required:
//
//   View MakeView(const Position&, Seat) const;       View has a member `Seat seat`
//   bool MustAct(const View&) const;
//   int Visible(const Position&, Actor, Action, Seat, std::span<std::byte>) const;
//   View InitialView(Seat) const;
//   void Follow(View*, RepetitionHistory*, Actor, std::optional<Action>) const;
//                              (needed unless FollowIn can update the view)
//   Position Resample(const View&, RandomStream*) const;
//   std::string ViewText(const View&) const;
//
// Optional: kWritesAllPlanes; ChanceOutcomes, OutcomeName, CacheKey; MoveProgress, MoveText,
// ParseMove (moves of several actions), ReadMove; TellsActors and FollowActors; kNumSymmetries (or
// NumSymmetries() if it depends on the options), InverseSymmetry, ExchangesSeats, Transform
// (position and view), TransformAction; the learning hints GreedyActions, PlayOut,
// PlayOutCarefully, KnownReturn, ForcedWin, KeepDefences, Standing, Ownership (on zeroed cells),
// kDerivedPlanes with Derive (on zeroed planes) and perhaps kEarlierDerivedPlanes, kSlotFeatures
// with NumFeaturedSlots and DescribeSlots (on zeroed features). Signatures are as in envs/game.h
// and the headers it includes, with Position and View in place of the spans. `std::unique_ptr<const
// MatchPlay> MakeMatchPlay() const` describes play between two players (envs/match_play.h), and
// `std::unique_ptr<const HeldThings> MakeHeldThings() const` names what a seat holds out of the
// other's sight (envs/held_things.h). `static void CompleteOptions(std::map<std::string,
// std::string>*)` fills in omitted options whose default depends on other options.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/statusor.h"

#include "base/rng.h"
#include "envs/action_mask.h"
#include "envs/actor.h"
#include "envs/game_spec.h"
#include "envs/repetition_history.h"
#include "envs/rule_options.h"
#include "envs/scene.h"

namespace kvintet::envs {

class HeldThings;
class MatchPlay;

// Trivially copyable and without padding, so that equal values have equal bytes.
template <typename T>
concept PlainBytes = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;

// The view of a game in which nothing is hidden: the whole position and the seat that looks.
template <typename Position>
struct OpenView {
  Position position;
  Seat seat;
  // Fills the padding of the type.
  std::array<uint8_t, alignof(Position) == 1 ? 1 : alignof(Position) - 1> zero;
};

// True for games in which nothing is hidden.
template <typename R>
inline constexpr bool kOpen = std::same_as<typename R::View, OpenView<typename R::Position>>;

// Rules that define how a view follows an event.
template <typename R>
concept FollowingRules = requires(const R rules, typename R::View* view, RepetitionHistory* history,
                                  Actor actor, std::optional<Action> action) {
  rules.Follow(view, history, actor, action);
};

// Rules whose view contains a position in which events unknown to the seat have not happened.
template <typename R>
concept PositionView = requires(typename R::View view) {
  { (view.position) } -> std::same_as<typename R::Position&>;
};

// The additional requirements for games with hidden information.
template <typename R>
concept HidingRules = (FollowingRules<R> || PositionView<R>)&&requires(
    const R rules, const typename R::Position position, const typename R::View view,
    RandomStream* random, Seat seat, Actor actor, std::span<std::byte> bytes) {
  { rules.MakeView(position, seat) } -> std::same_as<typename R::View>;
  { rules.MustAct(view) } -> std::same_as<bool>;
  { rules.Visible(position, actor, Action{}, seat, bytes) } -> std::same_as<int>;
  { rules.InitialView(seat) } -> std::same_as<typename R::View>;
  { rules.Resample(view, random) } -> std::same_as<typename R::Position>;
  { rules.ViewText(view) } -> std::same_as<std::string>;
};

// False for rules with `static constexpr bool kWritesAllPlanes = true`: their Observe writes every
// byte of the planes, so the caller need not zero them first.
template <typename R>
inline constexpr bool kPlanesNeedZeros = !requires {
  requires R::kWritesAllPlanes;
};

template <typename R>
concept Rules = PlainBytes<typename R::Position> && PlainBytes<typename R::View> &&
    requires(const R rules, const typename R::Position position, typename R::Position* next,
             const typename R::View view, RepetitionHistory* history, ActionMask mask, Actor actor,
             std::span<uint8_t> planes, std::span<float> globals) {
  { R::kName } -> std::convertible_to<std::string_view>;
  { R::Options() } -> std::same_as<OptionSchema>;
  { view.seat } -> std::convertible_to<Seat>;
  { rules.Spec() } -> std::same_as<GameSpec>;
  { rules.Initial() } -> std::same_as<typename R::Position>;
  { rules.Actors(position) } -> std::same_as<ActorSet>;
  { rules.Step(next, history, actor, Action{}) } -> std::same_as<void>;
  { rules.Result(position) } -> std::same_as<Outcome>;
  { rules.LegalActions(view, mask) } -> std::same_as<void>;
  { rules.Observe(view, planes, globals) } -> std::same_as<void>;
  { rules.PolicyIndex(view, Action{}) } -> std::convertible_to<int>;
  { rules.ActionName(view, Action{}) } -> std::same_as<std::string>;
  { rules.MakeScene(view) } -> std::same_as<Scene>;
  { rules.PositionText(position) } -> std::same_as<std::string>;
  { rules.ParsePosition(std::string()) } -> std::same_as<absl::StatusOr<typename R::Position>>;
} &&(kOpen<R> || HidingRules<R>);

// The view of `seat`, whether or not the game has hidden information.
template <typename R>
typename R::View ViewOf(const R& rules, const typename R::Position& position, Seat seat) {
  if constexpr (kOpen<R>) {
    return {position, seat, {}};
  } else {
    return rules.MakeView(position, seat);
  }
}

// Updates the view by an event. `action` is empty if the seat has not seen it.
template <typename R>
void FollowIn(const R& rules, typename R::View* view, RepetitionHistory* history, Actor actor,
              std::optional<Action> action) {
  if constexpr (FollowingRules<R>) {
    rules.Follow(view, history, actor, action);
  } else if (action.has_value()) {
    rules.Step(&view->position, history, actor, *action);
  }
}

// Whether the view's own seat must act.
template <typename R>
bool MustActIn(const R& rules, const typename R::View& view) {
  if constexpr (kOpen<R>) {
    return rules.Actors(view.position).Has(view.seat);
  } else {
    return rules.MustAct(view);
  }
}

}  // namespace kvintet::envs
