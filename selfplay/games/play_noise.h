// ForPlay: a configuration of self-play with as much of its noise as a player wants.
#pragma once

#include "proto/search_config.pb.h"

namespace kvintet::selfplay {

// More mistakes nobody asks for.
inline constexpr double kMostVariety = 10;

// `variety`, up to kMostVariety: so much of the noise is kept, from 0 (play to win) over 1 (as in
// self-play) on. With EQUILIBRIUM and BELIEF kMostVariety plays anything, and the middle between 1
// and that the policy without a search. Draws from the policy alone are not sharpened.
SearchConfig ForPlay(SearchConfig config, double variety);

}  // namespace kvintet::selfplay
