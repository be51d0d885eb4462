// Walk: plays random games of any game and visits positions, for checks of properties.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "envs/text/playthrough.h"

namespace kvintet::conformance {

using envs::Action;
using envs::Actor;
using envs::ActorSet;
using envs::ConstPositions;
using envs::ConstViews;
using envs::Game;
using envs::GameSpec;
using envs::Playthrough;
using envs::PositionBuffer;
using envs::RepetitionHistory;
using envs::Seat;
using envs::ViewBuffer;

inline constexpr std::array<Seat, 2> kSeats = {Seat::k0, Seat::k1};
inline constexpr std::array<Seat, 3> kViewers = {Seat::k0, Seat::k1, Seat::kSpectator};

// How much to try.
struct Effort {
  // Actions and chance outcomes in all games together.
  int steps = 300;
  uint64_t seed = 1;
};

// The error for a violated property, with the game so far.
template <typename... Parts>
absl::Status Broken(const Playthrough& play, const Parts&... parts) {
  return absl::FailedPreconditionError(
      absl::StrCat(parts..., " (after ", play.Events().size(), " events: ", play.Record(), ")"));
}

// The error for a property violated by the game itself, in any position.
template <typename... Parts>
absl::Status Broken(const Game& game, const Parts&... parts) {
  return absl::FailedPreconditionError(absl::StrCat(game.Spec().text, ": ", parts...));
}

// A random member of the set; in a simultaneous stage either seat.
Actor RandomActor(ActorSet actors, RandomStream* random);

// A random action or chance outcome of a random actor. REQUIRES: the game has not ended.
struct RandomChoice {
  Actor actor = Actor::kSeat0;
  Action action = 0;
};
RandomChoice ChooseRandomly(const Playthrough& play, RandomStream* random);

// Takes the action, or returns the driver's error.
absl::Status StepRandomly(Playthrough* play, RandomStream* random);

using Visitor = std::function<absl::Status(const Playthrough&)>;

// Plays random games up to the effort; visits about every `every`th position, including starts and
// ends. Stops at the first status that is not ok.
absl::Status Walk(const Game& game, const Effort& effort, uint32_t every, const Visitor& visit);

// Whether two rows have the same bytes.
bool SameBytes(std::span<const std::byte> a, std::span<const std::byte> b);
inline bool Same(const PositionBuffer& a, const PositionBuffer& b) {
  return SameBytes(a.Span().Bytes(), b.Span().Bytes());
}
inline bool Same(const ViewBuffer& a, const ViewBuffer& b) {
  return SameBytes(a.Span().Bytes(), b.Span().Bytes());
}
std::string BytesOf(ConstViews one);
std::string BytesOf(ConstPositions one);

// `seat 0`, `the spectator`.
std::string NameOf(Seat seat);

}  // namespace kvintet::conformance
