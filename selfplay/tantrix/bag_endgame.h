// BagEndgame: exact play of Tantrix once the bag is empty.
#pragma once

#include <memory>

#include "envs/games/tantrix/tantrix.h"
#include "selfplay/belief/endgame.h"

namespace kvintet::selfplay::tantrix {

// With an empty bag each tile lies on the table, is chosen, or stands in one of two racks. A seat
// that sees the table and its own rack therefore knows the other rack, so that every view
// determines the position. From there, whole placements are searched by alpha-beta over the game's
// returns. The transposition table is keyed by the tiles on the table, the racks and the pending
// task, independent of the order of play. Works for open and private racks. Null if `game` is not
// Tantrix (of any size). `game` must outlive it.
std::unique_ptr<Endgame> MakeBagEndgame(const envs::Game& game);
// The same for these rules, which must outlive it.
std::unique_ptr<Endgame> MakeBagEndgame(const envs::tantrix::Tantrix& rules);

}  // namespace kvintet::selfplay::tantrix
