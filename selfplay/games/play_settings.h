// PlaySettings: scales the exploration noise of settings for self-play, for playing.
#pragma once

#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Largest supported variety.
inline constexpr double kMaxVariety = 10;

// Multiplies the noise, and the other exploration at the root (a uniform share, forced playouts,
// deliberate mistakes), by `variety` in [0, kMaxVariety]: 0 plays to win, 1 as in self-play. With
// equilibrium and belief, values above 1 also mix in the policy without search, fully from halfway
// between 1 and kMaxVariety, and then uniformly random actions, fully at kMaxVariety. policy always
// samples at temperature 1. The noise of a custom rule stays as it is.
SearchSettings PlaySettings(SearchSettings settings, double variety);

}  // namespace kvintet::selfplay
