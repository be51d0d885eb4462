// PlayerSeats: which seat each player of a match has in a game.
#pragma once

#include <array>
#include <cstddef>

#include "envs/actor.h"
#include "matches/settings/match_settings.h"

namespace kvintet::matches {

using PlayerSeats = std::array<envs::Seat, kPlayers>;

// Values by player, in the order of the players' seats.
template <class T>
std::array<T, envs::kNumSeats> BySeat(const std::array<T, kPlayers>& values,
                                      const PlayerSeats& seats) {
  std::array<T, envs::kNumSeats> by_seat = {};
  for (size_t player = 0; player < kPlayers; ++player) {
    by_seat[static_cast<size_t>(Index(seats[player]))] = values[player];
  }
  return by_seat;
}

}  // namespace kvintet::matches
