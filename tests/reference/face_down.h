// FaceDownTwin: another history behind a choice that lies face down.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// ReferenceGame::Twin for games whose only secrets are choices of simultaneous stages: if the last
// event is a choice `hidden` from the seat, it is made anew or, as `seed` says, not yet made.
std::vector<Event> FaceDownTwin(const ReferenceGame& game, bool hidden, std::uint64_t seed);

}  // namespace kvintet::reference
