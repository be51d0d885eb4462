// FaceDownTwin: another history with a different face-down choice.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// ReferenceGame::Twin for games whose only secrets are choices in simultaneous stages: if the last
// event is a choice hidden from the seat (`hidden`), it is made again at random or left out,
// depending on `seed`.
std::vector<Event> FaceDownTwin(const ReferenceGame& game, bool hidden, std::uint64_t seed);

}  // namespace kvintet::reference
