// ClaimableWin: the win that a player may claim in a game where wins must be claimed (R4).
#pragma once

#include <string_view>

#include "envs/text/playthrough.h"

namespace kvintet::envs::renju {

// The win that `seat` may claim after the moves so far: `five`, `overline` or `forbidden`; empty if
// there is none. A five of either side, White's overline and Black's overline may be claimed at any
// later time; any other forbidden move only until White's next turn. REQUIRES: a game of Renju with
// `forbidden=claimed`, followed from its beginning.
std::string_view ClaimableWin(const Playthrough& play, Seat seat);

}  // namespace kvintet::envs::renju
