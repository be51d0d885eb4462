// Actor, ActorSet, Seat, Action: who acts, who looks, and the integers that stand for actions.
#pragma once

#include <bit>
#include <cstdint>

namespace kvintet::envs {

// An action of a seat is an integer in [0, GameSpec::num_actions). An outcome of chance is one in
// [0, GameSpec::num_outcomes).
using Action = int32_t;
inline constexpr Action kNoAction = -1;

// Who acts: seat 0 (moves first, or is listed first when both act), seat 1, or chance.
enum class Actor : uint8_t { kSeat0 = 0, kSeat1 = 1, kChance = 2 };

// Whose view it is: a seat's, or a spectator's, who knows only what is public.
enum class Seat : uint8_t { k0 = 0, k1 = 1, kSpectator = 2 };

inline constexpr int kNumSeats = 2;

constexpr int Index(Actor actor) { return static_cast<int>(actor); }
constexpr int Index(Seat seat) { return static_cast<int>(seat); }
constexpr Actor ActorOf(Seat seat) { return static_cast<Actor>(seat); }
// REQUIRES: `actor` is not chance.
constexpr Seat SeatOf(Actor actor) { return static_cast<Seat>(actor); }
constexpr Seat Other(Seat seat) { return seat == Seat::k0 ? Seat::k1 : Seat::k0; }

// The set of actors who must act now. Empty once the game has ended.
class ActorSet {
 public:
  constexpr ActorSet() = default;
  static constexpr ActorSet Only(Actor actor) {
    return ActorSet(static_cast<uint8_t>(1 << Index(actor)));
  }
  static constexpr ActorSet Both() { return ActorSet(3); }
  static constexpr ActorSet FromBits(uint8_t bits) { return ActorSet(bits); }

  constexpr bool Has(Actor actor) const { return (bits_ >> Index(actor) & 1) != 0; }
  constexpr bool Has(Seat seat) const { return seat != Seat::kSpectator && Has(ActorOf(seat)); }
  constexpr bool Empty() const { return bits_ == 0; }
  constexpr bool Simultaneous() const { return bits_ == 3; }
  // The lowest member. REQUIRES: not empty.
  constexpr Actor First() const { return static_cast<Actor>(std::countr_zero(bits_)); }
  constexpr uint8_t Bits() const { return bits_; }
  bool operator==(const ActorSet&) const = default;

 private:
  constexpr explicit ActorSet(uint8_t bits) : bits_(bits) {}
  uint8_t bits_ = 0;
};

}  // namespace kvintet::envs
