// PointsReachable: whether a score in Goofspiel can result from given bids.
#pragma once

#include <array>
#include <cstdint>

#include "envs/actor.h"

namespace kvintet::envs::goofspiel {

// Whether seats that bid the cards `bid` (in any order) for `prizes` can have won `points`. Sets
// are bits; card c is bit c - 1. REQUIRES: three sets of equal size, cards of at most 13.
bool PointsReachable(const std::array<uint16_t, kNumSeats>& bid, uint16_t prizes,
                     const std::array<int, kNumSeats>& points);

}  // namespace kvintet::envs::goofspiel
