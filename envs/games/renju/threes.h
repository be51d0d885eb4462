// FirstOfThrees: wins by fours and by threes, which threaten to win by fours (VCT).
#pragma once

#include <cstdint>

#include "envs/games/renju/threats.h"

namespace kvintet::envs::renju {

// The point of the first stone of a win of the side to move in which each stone makes a five, makes
// a four, or threatens to win by fours (FirstOfFours) if the other side passes; kNoPoint where none
// is found. Every answer that the rules allow to a threat is looked at, so what is found is a win:
// the search is short of breadth for the attacker alone. It looks for wins of one threat, then of
// two and so on, until about so many positions have been searched for fours. REQUIRES: as for
// ForcedWin.
int FirstOfThrees(const Threatened& position, int64_t positions);

}  // namespace kvintet::envs::renju
