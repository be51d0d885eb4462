// ExamplePlay: plays the first events of a game, for texts that show how records are written.
#pragma once

#include "envs/text/playthrough.h"

namespace kvintet::envs {

// Plays `events` events, or all until the end. Each event is the first legal move or outcome.
Playthrough ExamplePlay(const Game& game, int events);

}  // namespace kvintet::envs
