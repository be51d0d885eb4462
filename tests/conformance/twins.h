// RunTwins: checks that nothing a seat is shown depends on what it may not know.
//
// A reference game makes the twins: games in which one seat has seen the same, with other secrets.
// Whatever the fast game shows that seat must be equal byte for byte in both.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// What was compared, and the result.
struct TwinReport {
  // Pairs compared, and how many of them differed in hidden information.
  int64_t pairs = 0;
  int64_t secret_pairs = 0;
  // Each kind of leak, e.g. "observation", with an example; "replay" if a twin cannot be played.
  std::map<std::string, std::string> leaks;
};

// Plays random games from `start`, a reference of the same game and options, and compares after
// about every `every`th event, for both seats and the spectator, until `pairs` pairs have been
// compared.
TwinReport RunTwins(const envs::Game& game, const reference::ReferenceGame& start, int64_t pairs,
                    uint32_t every, uint64_t seed);

}  // namespace kvintet::conformance
