// VisibleChoice: what is visible in a stage where both seats choose secretly, then reveal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "envs/actor.h"

namespace kvintet::envs {

// Implements `Visible` for such a stage. Writes what `seat` sees when `actor` chooses `action` and
// returns the number of bytes: one byte for its own choice, and two bytes, in order of seats, if
// `other`, the other seat's choice, was already made. REQUIRES: `actor` is a seat; actions are
// below 256; room for three bytes.
inline int VisibleChoice(Actor actor, Action action, std::optional<Action> other, Seat seat,
                         std::span<std::byte> bytes) {
  size_t size = 0;
  if (Index(actor) == Index(seat)) {
    bytes[size++] = std::byte(action);
  }
  if (other.has_value()) {
    bytes[size++] = std::byte(actor == Actor::kSeat0 ? action : *other);
    bytes[size++] = std::byte(actor == Actor::kSeat0 ? *other : action);
  }
  return static_cast<int>(size);
}

}  // namespace kvintet::envs
