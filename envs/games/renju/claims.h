// ClaimableWin: the wins that players may claim in a game where nothing else wins (R4).
#pragma once

#include <string_view>

#include "envs/text/playthrough.h"

namespace kvintet::envs::renju {

// The word of the win that `seat` may claim after what has been played: `five`, `overline`,
// `forbidden`; empty where it has none. A five of either side and White's overline may be claimed
// from then on, Black's overline too; another forbidden move until White's next turn.
// REQUIRES: a game of Renju with `forbidden=claimed`, from its beginning on.
std::string_view ClaimableWin(const Playthrough& play, Seat seat);

}  // namespace kvintet::envs::renju
