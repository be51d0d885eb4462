// FirstOfThrees: wins by fours and by threes, which threaten to win by fours (VCT).
#pragma once

#include <cstdint>

#include "envs/games/renju/threats.h"

namespace kvintet::envs::renju {

// The first stone of a win of the side to move in which each stone makes a five, makes a four, or
// threatens to win by fours (FirstOfFours) if the other side passes; kNoPoint if none is found. The
// search considers every legal answer to a threat, so a win that it finds is certain; only the
// attacker's choices are restricted. It searches for wins with one threat, then two and so on,
// until about `positions` positions have been searched for fours. REQUIRES: as ForcedWin.
int FirstOfThrees(const Threatened& position, int64_t positions);

}  // namespace kvintet::envs::renju
