// ExamplePlay: the first events of some game, for texts that show how games are written.
#pragma once

#include "envs/text/playthrough.h"

namespace kvintet::envs {

// So many events, or all until the end: each the first of the legal moves or of the outcomes.
Playthrough ExamplePlay(const Game& game, int events);

}  // namespace kvintet::envs
