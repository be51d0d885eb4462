// Walk: random games of any game, position by position, for properties to be checked on.
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
using envs::Seat;
using envs::Trail;
using envs::ViewBuffer;

inline constexpr std::array<Seat, 2> kSeats = {Seat::k0, Seat::k1};
inline constexpr std::array<Seat, 3> kViewers = {Seat::k0, Seat::k1, Seat::kSpectator};

// How much to try.
struct Effort {
  // Actions and outcomes of chance in all games together.
  int steps = 300;
  uint64_t seed = 1;
};

// Why a property does not hold, with the game so far.
template <typename... Parts>
absl::Status Broken(const Playthrough& play, const Parts&... parts) {
  return absl::FailedPreconditionError(
      absl::StrCat(parts..., " (after ", play.Events().size(), " events: ", play.Record(), ")"));
}

// Broken of a game, whatever the position.
template <typename... Parts>
absl::Status Broken(const Game& game, const Parts&... parts) {
  return absl::FailedPreconditionError(absl::StrCat(game.Spec().text, ": ", parts...));
}

// A member of the set, in a simultaneous stage either seat.
Actor RandomActor(ActorSet actors, RandomStream* random);

// One random action or outcome of a random actor. REQUIRES: the game goes on.
struct RandomChoice {
  Actor actor = Actor::kSeat0;
  Action action = 0;
};
RandomChoice ChooseRandomly(const Playthrough& play, RandomStream* random);

// Takes it, and says why where the driver refuses it.
absl::Status StepRandomly(Playthrough* play, RandomStream* random);

using Visitor = std::function<absl::Status(const Playthrough&)>;

// Plays random games, as many as the effort asks; visits about every `every`th position, starts and
// ends among them. Stops at the first status that is not ok.
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
