// VisibleChoice: what is seen of a stage in which each seat makes one choice, shown when both are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "envs/actor.h"

namespace kvintet::envs {

// `Visible` of such a stage: writes what `seat` sees of `actor` choosing `action`, a byte for its
// own choice and two, in order of seats, when the `other` seat had chosen before; returns how many.
// REQUIRES: `actor` is a seat; actions below 256; room for three bytes.
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
