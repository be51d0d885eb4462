// BagEndgame: exact play of Tantrix from the last draw on.
#pragma once

#include <memory>

#include "envs/games/tantrix/tantrix.h"
#include "selfplay/belief/endgame.h"

namespace kvintet::selfplay::tantrix {

// With the bag empty each tile lies on the table, is chosen, or stands in one of two racks. Who
// sees the table and one rack so knows the other: every seat's view tells all. From there on whole
// placements are searched by alpha-beta over the game's own returns, with a table of positions by
// what lies where, who holds what and who is to do what, in whatever order that came about. Both
// kinds of racks. Null if `game` is not Tantrix of any size. `game` must outlive it.
std::unique_ptr<Endgame> MakeBagEndgame(const envs::Game& game);
// Of a game made of these rules, which must outlive it.
std::unique_ptr<Endgame> MakeBagEndgame(const envs::tantrix::Tantrix& rules);

}  // namespace kvintet::selfplay::tantrix
